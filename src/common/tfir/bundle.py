"""Where launchers of editable installs from before `tfir.startup` look for it, until they are installed again."""

from tfir.startup import use_bundle as use_bundle
