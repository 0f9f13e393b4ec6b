"""StableHLO as a module of Relax in TVMScript, for TVM 0.27: operators of Relax where they compute what StableHLO says, and functions of
loops everywhere else."""
