#!/bin/sh
# Installs the RabbitMQ of another Debian release into a folder of its own, to be run there by chroot: a minute, 400 MB,
# needs root on Debian. sh scripts/broker/otherRelease.sh trixie ~/.cache/rabbitmq-trixie
set -eu
release=$1 folder=$2 unfinished=$2.unfinished
[ ! -e "$folder" ] || exit 0
[ "$(id -u)" = 0 ] && [ -x /usr/bin/apt-get ] || { echo "It can only be installed as root on Debian or Ubuntu." >&2; exit 1; }
[ -x /usr/sbin/debootstrap ] || sh "$(dirname "$0")/../apt.sh" debootstrap
# The debootstrap of this machine may not know a newer release: the recipe of Debian unstable fits it.
recipe=/usr/share/debootstrap/scripts/$release
[ -e "$recipe" ] || ln -s sid "$recipe"
mirror=$(sed -nE 's/^(URIs:|deb( \[.*\])?) *([^ ]*debian[^ ]*).*/\3/p' /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2> /dev/null | head -n 1)
mkdir -p "$(dirname "$folder")"
rm -rf "$unfinished"
debootstrap --variant=minbase "$release" "$unfinished" "${mirror:-http://deb.debian.org/debian}"
cp -r /etc/apt/apt.conf.d "$unfinished/etc/apt"
cp /etc/hosts /etc/resolv.conf "$unfinished/etc"
printf '#!/bin/sh\nexit 101\n' > "$unfinished/usr/sbin/policy-rc.d"
chmod 755 "$unfinished/usr/sbin/policy-rc.d"
DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 chroot "$unfinished" \
	apt-get install -y -qq --no-install-recommends rabbitmq-server
# For the folders of the running nodes.
mkdir "$unfinished/work"
mv "$unfinished" "$folder"
