"""Nodes of debug information: what LLVM calls them and their fields, and what the llvm dialect does. Source: LLVM's language reference,
"Specialized Metadata", and MLIR's LLVM dialect."""

from __future__ import annotations

# A node's line has its names, the next its fields in LLVM's order: NAME:KIND, and =NAME where the dialect has another. The third has them in
# the dialect's order. Kinds: word, text, number (left out where 0), Number (never left out), line (0 is left out by LLVM alone), truth (left out where it does not hold), Truth
# (never left out), written (never by LLVM, by the dialect where it does not hold), stated (the other way), node (left out where there is none), Node (then null), nodes, flags, expression, constant (an integer of 64 bits),
# zero (always), globals (those that a unit has).
TABLE = """
DIBasicType di_basic_type
  tag:word name:text size:number=sizeInBits encoding:word
  tag name sizeInBits encoding
DICommonBlock di_common_block
  scope:node declaration:node=decl name:text file:node line:number
  scope decl name file line
DICompileUnit di_compile_unit
  language:word=sourceLanguage file:node producer:text isOptimized:Truth runtimeVersion:zero splitDebugFilename:text emissionKind:emission globals:globals nameTableKind:tables
  id sourceLanguage file producer isOptimized emissionKind nameTableKind splitDebugFilename
DICompositeType di_composite_type
  tag:word name:text scope:node file:node line:number baseType:node size:number=sizeInBits align:number=alignInBits flags:flags elements:nodes dataLocation:expression associated:expression allocated:expression rank:expression
  recId isRecSelf tag name file line scope baseType flags sizeInBits alignInBits elements dataLocation rank allocated associated
DIDerivedType di_derived_type
  tag:word name:text baseType:Node size:number=sizeInBits align:number=alignInBits offset:number=offsetInBits extraData:node dwarfAddressSpace:Number
  tag name baseType sizeInBits alignInBits offsetInBits dwarfAddressSpace extraData
DIGenericSubrange di_generic_subrange
  count:expression lowerBound:expression upperBound:expression stride:expression
  count lowerBound upperBound stride
DIGlobalVariable di_global_variable
  name:text linkageName:text scope:Node file:node line:line type:node isLocal:written=isLocalToUnit isDefinition:written=isDefined align:number=alignInBits
  scope name linkageName file line type isLocalToUnit isDefined alignInBits
DIGlobalVariableExpression di_global_variable_expression
  var:node expr:expression
  var expr
DIImportedEntity di_imported_entity
  tag:word name:text scope:node entity:node file:node line:number elements:nodes
  tag scope entity file line name elements
DILabel di_label
  scope:node name:text file:node line:Number
  scope name file line
DILexicalBlock di_lexical_block
  scope:node file:node line:number column:number
  scope file line column
DILexicalBlockFile di_lexical_block_file
  scope:node file:node discriminator:Number
  scope file discriminator
DILocalVariable di_local_variable
  name:text arg:number scope:node file:node line:number type:node flags:flags align:number=alignInBits
  scope name file line arg alignInBits type flags
DIModule di_module
  scope:Node name:text configMacros:text includePath:text apinotes:text file:node line:number isDecl:truth
  file scope name configMacros includePath apinotes line isDecl
DINamespace di_namespace
  name:text scope:Node exportSymbols:stated
  name scope exportSymbols
DIStringType di_string_type
  tag:word name:text stringLength:node stringLengthExpression:expression=stringLengthExp stringLocationExpression:expression=stringLocationExp size:number=sizeInBits align:number=alignInBits encoding:word
  tag name sizeInBits alignInBits stringLength stringLengthExp stringLocationExp encoding
DISubprogram di_subprogram
  name:text linkageName:text scope:node file:node line:number type:node scopeLine:number spFlags:subprogram=subprogramFlags unit:node=compileUnit retainedNodes:nodes annotations:annotations
  recId isRecSelf id compileUnit scope name linkageName file line scopeLine subprogramFlags type retainedNodes annotations
DISubrange di_subrange
  count:constant lowerBound:constant upperBound:constant stride:constant
  count lowerBound upperBound stride
DISubroutineType di_subroutine_type
  cc:word=callingConvention types:nodes
  callingConvention types
"""
TAGS = {"di_basic_type": "DW_TAG_base_type", "di_string_type": "DW_TAG_string_type"}  # left out where they are these
EMISSION = {"NoDebug": "None", "FullDebug": "Full"}  # LLVM's words, and the dialect's where they are others
TABLES = {"Default": ""}
# Those whose file stands behind other nodes in LLVM's memory, by which nodes are numbered; elsewhere it stands first.
FILE_BEHIND = ("di_local_variable", "di_global_variable", "di_label", "di_imported_entity")
DISTINCT_TAGS = tuple([f"DW_TAG_{word}_type" for word in ("class", "enumeration", "structure", "union")])  # of composite types
WITHIN_THEMSELVES = ("di_composite_type", "di_subprogram")
# Those of which each that stands in a program is another one, whatever it says.
DISTINCT = ("di_compile_unit", "di_lexical_block", "di_lexical_block_file", "di_global_variable")
FLAG, SUBPROGRAM_FLAG = "DIFlag", "DISPFlag"


class Field:
    __slots__ = ("name", "kind", "called")

    def __init__(self, text: str):
        spelled, _, called = text.partition("=")
        self.name, _, self.kind = spelled.partition(":")
        self.called = called or self.name  # in the dialect


class NodeKind:
    """`fields` in LLVM's order, `order` the dialect's names in its own."""

    __slots__ = ("llvm", "name", "fields", "order")

    def __init__(self, names: str, fields: str, order: str):
        self.llvm, self.name = names.split()
        self.fields = [Field(each) for each in fields.split()]
        self.order = order.split()


LINES = TABLE.strip().split("\n")
KINDS = [NodeKind(*LINES[at : at + 3]) for at in range(0, len(LINES), 3)]
BY_LLVM = {kind.llvm: kind for kind in KINDS}
BY_NAME = {kind.name: kind for kind in KINDS}
