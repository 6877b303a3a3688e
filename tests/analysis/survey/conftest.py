import pytest

from surveyed import write_columns


@pytest.fixture(scope="session")
def data(tmp_path_factory):
    """The folder of columns."""
    return write_columns(tmp_path_factory.mktemp("surveyed"))
