"""HLO's text, read as an HloModuleProto and written from one. Source: xla/hlo/parser/hlo_parser.cc, and what XLA prints."""
