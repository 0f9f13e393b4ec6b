from tfir.ir.suggestion import did_you_mean, nodes_like

NODES = ["model/block_1/conv/Conv2D", "model/block_1/conv/Relu", "model/block_2/conv/Conv2D", "model/out", "x"]


def test_the_nearest_name():
    assert did_you_mean("Matmul", ["MatMul", "Mul"]) == "; did you mean 'MatMul'?"
    assert did_you_mean("Conv", ["MatMul"]) == ""


def test_a_name_that_was_cut_short():
    """The shortest that begins so, though another is more alike; two letters are too few to tell, and alike is what is spelled nearly so."""
    names = ["stablehlo.tuple", "stablehlo.multiply", "stablehlo.multiply_add", "tf.Mul", "tf.MatMul"]
    assert did_you_mean("stablehlo.mul", names) == "; did you mean 'stablehlo.multiply'?"
    assert did_you_mean("tf.Ma", names) == "; did you mean 'tf.Mul'?"
    assert did_you_mean("stablehlo.multipli", names) == "; did you mean 'stablehlo.multiply'?"


def test_a_node_that_is_near_in_every_part_of_its_name():
    assert nodes_like("model/block_1/conv/Conv2d", NODES) == "; did you mean 'model/block_1/conv/Conv2D'?"
    assert nodes_like("modle/out", NODES) == "; did you mean 'model/out'?"
    # Most letters are the same, but another part of the model is meant.
    assert nodes_like("model/block_1/conv/BiasAdd", NODES) == ""
    assert nodes_like("y", NODES) == ""


def test_nodes_of_whose_names_it_is_a_part():
    assert nodes_like("out", NODES) == "; there is 'model/out'"
    assert nodes_like("block_1/conv", NODES) == "; there are 'model/block_1/conv/Conv2D', 'model/block_1/conv/Relu'"
    assert (
        nodes_like("model", NODES)
        == "; there are 'model/block_1/conv/Conv2D', 'model/block_1/conv/Relu', 'model/block_2/conv/Conv2D' and 1 more"
    )
