"""A picture of heat: a slice through the last cube of a file of cubes of doubles."""
import numpy
from PIL import Image

EDGE = 768  # pixels

# From the coldest to the hottest; what is neither lies in the middle and is nearly black.
COLOURS = numpy.array([(190, 240, 255), (60, 150, 230), (25, 60, 130), (12, 12, 24), (110, 20, 60), (230, 80, 30),
                       (255, 200, 60), (255, 255, 225)], float)
RANGE = (-0.75, 1.0)
MIDDLE = 3 / 7  # where the colours have zero


def colours_of(heat):
    cold, hot = RANGE
    place = numpy.where(heat < 0, MIDDLE * (1 - heat / cold), MIDDLE + (1 - MIDDLE) * heat / hot).clip(0, 1)
    steps = numpy.linspace(0, 1, len(COLOURS))
    return numpy.stack([numpy.interp(place, steps, channel) for channel in COLOURS.T], axis=-1).astype(numpy.uint8)


def picture_of_slice(file, cells):
    snapshot = numpy.frombuffer(file, "f8")[-cells**3:].reshape(cells, cells, cells)
    middle = numpy.sign(snapshot) * numpy.sqrt(numpy.abs(snapshot))  # so that what is lukewarm is seen
    picture = Image.fromarray(numpy.ascontiguousarray(middle[:, :, cells // 2], "f4"))
    larger = numpy.asarray(picture.resize((EDGE, EDGE), Image.BICUBIC))
    return Image.fromarray(colours_of(larger), "RGB")
