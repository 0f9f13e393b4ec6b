"""What can be told of a program without running it. Each question has one answer, in the module that it names."""
