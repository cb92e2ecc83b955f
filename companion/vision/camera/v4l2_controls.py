"""A V4L2 automatic that OpenCV has no name for: switched off, and read back, by the kernel's calls.

The numbers are those of linux/videodev2.h and linux/v4l2-controls.h. A second opening of a device
that is capturing may ask for controls; only capturing is exclusive.
"""

import os
import struct

__all__ = ["AUTO_GAIN", "is_automatic", "switch_off"]

# V4L2_CID_AUTOGAIN; by the definition in linux/v4l2-controls.h
AUTO_GAIN = 0x00980912
# VIDIOC_G_CTRL and VIDIOC_S_CTRL, on struct v4l2_control {__u32 id; __s32 value;}
GET, SET, CONTROL = 0xC008561B, 0xC008561C, struct.Struct("=Ii")


def is_automatic(path: str, automatic: int) -> bool:
    """Return whether the device at `path` has this `automatic`, and it is on."""
    return _asked(path, GET, automatic, 0) == 1


def switch_off(path: str, automatic: int) -> bool:
    """Switch `automatic` off; say whether it is off, or not there at all, by what is read back."""
    if is_automatic(path, automatic):
        _asked(path, SET, automatic, 0)
    return not is_automatic(path, automatic)


def _asked(path: str, call: int, control: int, value: int) -> int | None:
    """Return the control's value after `call`; None when there is no such device or control."""
    from fcntl import ioctl

    try:
        device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        return int(CONTROL.unpack(ioctl(device, call, CONTROL.pack(control, value)))[1])
    except OSError:
        return None
    finally:
        os.close(device)
