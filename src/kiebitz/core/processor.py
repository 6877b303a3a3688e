"""Features of the processor, asked before any other module of the core: compiled for the first x86-64 there was."""


def level() -> int:
    """The level of x86-64 that the processor reaches (1 to 4, as the psABI defines them); 0: of another family.

    Where the compiler offers no way to ask (MSVC) it is taken to be 2.
    """
    return processor_level()


def target() -> str:
    """The processor that the core in its place was compiled for, as the compiler was told."""
    return TARGET.decode()
