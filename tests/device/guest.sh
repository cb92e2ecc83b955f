#!/bin/bash
# In the virtual machine, as root: it becomes a Raspberry Pi 4 by its chip's label and its number.
share=$place/share
mount -t configfs none /sys/kernel/config 2>/dev/null || { modprobe configfs; mount -t configfs none /sys/kernel/config; }
modprobe gpio-sim
chip=/sys/kernel/config/gpio-sim/pi
mkdir -p $chip/bank0
echo pinctrl-bcm2711 >$chip/bank0/label
echo 54 >$chip/bank0/num_lines
echo 1 >$chip/live
export SIM_LINES=/sys/devices/platform/$(cat $chip/dev_name)/$(cat $chip/bank0/chip_name)
printf 'Revision : c03111\n' >/tmp/cpuinfo
mount --bind /tmp/cpuinfo /proc/cpuinfo
touch /run/settings.toml
export XDG_DATA_HOME=$share/data XDG_RUNTIME_DIR=/run KEYPEG_SETTINGS=/run/settings.toml PYTHONUNBUFFERED=1
cd "$top" || exit
"$place/python/bin/python" -m tests.device.in_guest "$share"
echo $? >"$share/status"
