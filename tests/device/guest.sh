#!/bin/bash
# The virtual machine's first program: it becomes a Raspberry Pi 4 by its chip's label and its number.
# This computer's disk is its own, to be read only; `place` and `top` come with the kernel's command.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/run TMPDIR=/run LANG=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev 2>/dev/null
mkdir -p /dev/shm
for folder in /dev/shm /run; do mount -t tmpfs tmpfs $folder; done
share=$place/share
mount -t hostfs -o "$share" none "$share"
export MODPROBE_OPTIONS="--dirname $place/modules"
modprobe configfs
mount -t configfs none /sys/kernel/config
modprobe gpio-sim
chip=/sys/kernel/config/gpio-sim/pi
mkdir -p $chip/bank0
echo pinctrl-bcm2711 >$chip/bank0/label
echo 54 >$chip/bank0/num_lines
echo 1 >$chip/live
export SIM_LINES=/sys/devices/platform/$(cat $chip/dev_name)/$(cat $chip/bank0/chip_name)
printf 'Revision : c03111\n' >/run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo
touch /run/settings.toml
export XDG_DATA_HOME=$share/data XDG_RUNTIME_DIR=/run KEYPEG_SETTINGS=/run/settings.toml
export PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
cd "$top" && "$place/python/bin/python" -m tests.device.in_guest "$share"
echo $? >"$share/status"
sync
busybox poweroff -f
