#!/bin/sh
# Installs Debian packages without starting their services. Another program may be installing at the same time, and a
# mirror may be unreachable for a while.
export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
trap 'exit 1' INT TERM
if [ ! -e $policy ]; then
	trap 'rm -f $policy' EXIT
	printf '#!/bin/sh\nexit 101\n' > $policy
	chmod 755 $policy
fi
apt() { apt-get -q -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@"; }
for try in 1 2 3; do
	apt update && apt -y install --no-install-recommends "$@" && exit 0
	sleep 10
done
exit 1
