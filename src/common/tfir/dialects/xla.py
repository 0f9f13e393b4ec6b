"""XLA's operations as talks of 2019 wrote them, before their dialect, `xla_hlo`, was public: only in generic form are they programs."""

from tfir.ods.dialect import Dialect

WHY = "it is the sketch of a talk and was never legal; XLA's dialect was 'xla_hlo', which had no fusion with a region"
DIALECT = Dialect("xla", "\n", sketched=dict.fromkeys(("fusion", "add", "relu"), WHY))
