# what the kernel that runs as a program lacks, as modules: a gpiochip with its simulator, and video
obj-m := gpio-core.o gpio-sim.o videodev.o v4l2loopback.o
gpio-core-y := gpiolib.o gpiolib-devres.o gpiolib-legacy.o gpiolib-cdev.o
gpio-sim-y := gpio-sim-core.o irq_sim.o
videodev-y := v4l2-dev.o v4l2-ioctl.o v4l2-device.o v4l2-fh.o v4l2-event.o v4l2-subdev.o v4l2-common.o v4l2-ctrls-core.o v4l2-ctrls-api.o v4l2-ctrls-request.o v4l2-ctrls-defs.o
ccflags-y := $(addprefix -DCONFIG_,GPIOLIB=1 GPIO_CDEV=1 GPIO_CDEV_V1=1 IRQ_SIM=1 GPIOLIB_FASTPATH_LIMIT=512 VIDEO_DEV=1 MEDIA_SUPPORT=1)
