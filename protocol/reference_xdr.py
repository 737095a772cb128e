"""XDR (RFC 4506) as spec.md has it under "Bodies": each kind of field with its way of writing and reading."""
import struct


class Malformed(Exception):
    pass


def require(condition, why):
    if not condition:
        raise Malformed(why)


class Reader:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def take(self, size):
        require(size <= len(self.data) - self.at, "it ends too early")
        self.at += size
        return self.data[self.at - size:self.at]

    def u32(self):
        return struct.unpack(">I", self.take(4))[0]

    def padded(self, size):
        value = self.take(size)
        require(not any(self.take(-size % 4)), "padding is not zero")
        return value


def padded(data):
    return data + bytes(-len(data) % 4)


class Number:
    def __init__(self, code):
        self.format = ">" + code

    def write(self, value):
        return struct.pack(self.format, value)

    def read(self, reader):
        return struct.unpack(self.format, reader.take(struct.calcsize(self.format)))[0]


class Bool:
    def write(self, value):
        return struct.pack(">I", 1 if value else 0)

    def read(self, reader):
        value = reader.u32()
        require(value <= 1, "a boolean is neither 0 nor 1")
        return value == 1


class Enum:
    def __init__(self, *values):
        self.values = set(values)

    def write(self, value):
        require(value in self.values, "an enumeration has an unknown value")
        return struct.pack(">I", value)

    def read(self, reader):
        value = reader.u32()
        require(value in self.values, "an enumeration has an unknown value")
        return value


class Fixed:
    """Opaque bytes of a fixed number; hexadecimal outside."""

    def __init__(self, size):
        self.size = size

    def write(self, value):
        data = bytes.fromhex(value)
        require(len(data) == self.size, "an identifier of the wrong size")
        return padded(data)

    def read(self, reader):
        return reader.padded(self.size).hex()


class Opaque:
    def __init__(self, limit):
        self.limit = limit

    def write(self, value):
        data = self.bytes_of(value)
        require(len(data) <= self.limit, "longer than its limit")
        return struct.pack(">I", len(data)) + padded(data)

    def read(self, reader):
        size = reader.u32()
        require(size <= self.limit, "longer than its limit")
        return self.value_of(reader.padded(size))

    def bytes_of(self, value):
        return bytes.fromhex(value)

    def value_of(self, data):
        return data.hex()


class Text(Opaque):
    def bytes_of(self, value):
        return value.encode("utf-8", "surrogateescape")

    def value_of(self, data):
        require(0 not in data, "a text holds a zero byte")
        return data.decode("utf-8", "surrogateescape")


class Optional(Opaque):
    """Opaque bytes: none, or exactly the limit."""

    def value_of(self, data):
        require(len(data) in (0, self.limit), "an identifier is neither empty nor whole")
        return data.hex()


class List:
    def __init__(self, item, limit):
        self.item = item
        self.limit = limit

    def write(self, value):
        require(len(value) <= self.limit, "a list is longer than its limit")
        return struct.pack(">I", len(value)) + b"".join(type_of(self.item).write(one) for one in value)

    def read(self, reader):
        count = reader.u32()
        require(count <= self.limit, "a list is longer than its limit")
        return [type_of(self.item).read(reader) for _ in range(count)]


class Struct:
    def __init__(self, *fields):
        self.fields = fields

    def write(self, value):
        require(list(value) == [name for name, _ in self.fields], "other members than the message has")
        return b"".join(type_of(kind).write(value[name]) for name, kind in self.fields)

    def read(self, reader):
        return {name: type_of(kind).read(reader) for name, kind in self.fields}


class Union:
    """{"how": discriminant, "arm": what belongs to it}."""

    def __init__(self, *arms):
        self.arms = arms

    def write(self, value):
        return struct.pack(">I", value["how"]) + type_of(self.arms[value["how"]]).write(value["arm"])

    def read(self, reader):
        how = reader.u32()
        require(how < len(self.arms), "a union has an unknown arm")
        return {"how": how, "arm": type_of(self.arms[how]).read(reader)}


# The messages by their names in strait.x; a kind of field may be such a name. reference_codec.py fills it.
TYPES = {}


def type_of(kind):
    return TYPES[kind] if isinstance(kind, str) else kind
