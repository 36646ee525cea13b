"""Prints what PyYAML makes of the documents of a file, one line each, in a form that says every type."""
import struct
import sys

import yaml


class Loader(yaml.SafeLoader):
    pass


def construct(loader, suffix, node):
    if isinstance(node, yaml.ScalarNode):
        tag = loader.resolve(yaml.ScalarNode, node.value, (node.style is None, node.style is not None))
        content = loader.construct_object(yaml.ScalarNode(tag, node.value), deep=True)
    elif isinstance(node, yaml.SequenceNode):
        content = loader.construct_sequence(node, deep=True)
    else:
        content = loader.construct_mapping(node, deep=True)
    return ("typed", suffix, content)


Loader.add_multi_constructor("!", construct)
for name in ("meta-data", "data", "data-not-complete"):
    Loader.add_constructor(
        "tag:yaml.org,2002:" + name, lambda loader, node, name=name: construct(loader, name, node))


def show(value):
    if value is None:
        return "null"
    if value is True or value is False:
        return str(value).lower()
    if isinstance(value, int):
        return "int " + str(value)
    if isinstance(value, float):
        return "float " + ("nan" if value != value else struct.pack(">d", value).hex())
    if isinstance(value, str):
        return "str " + value.encode("utf-16-be", "surrogatepass").hex()
    if isinstance(value, bytes):
        return "bytes " + value.hex()
    if isinstance(value, list):
        return "[" + ",".join(show(element) for element in value) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(show(k) + ":" + show(v) for k, v in value.items()) + "}"
    if isinstance(value, tuple):
        return "!" + show(value[1]) + " " + show(value[2])
    raise ValueError("a value of " + str(type(value)))


sys.set_int_max_str_digits(0) if hasattr(sys, "set_int_max_str_digits") else None
with open(sys.argv[1], "rb") as stream:
    for document in yaml.load_all(stream, Loader):
        print(show(document))
