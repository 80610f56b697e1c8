#!/bin/sh
# Stands for systemd in a root without it: runs the command line of tiro's unit as the unit's user, without rights.
set -e
unit=/etc/systemd/system/tiro.service
[ -e "$unit" ] || unit=/usr/lib/systemd/system/tiro.service
pid_file=/run/tiro.pid
# Of EnvironmentFile=, as plain words.
environment=/etc/tiro/tiro.env
of() { sed -n "s/^$1=//p" "$unit"; }
runs() { [ -e "$pid_file" ] && kill -0 "$(cat "$pid_file")" 2>/dev/null; }

start() {
  runs && return
  state="/var/lib/$(of StateDirectory)"
  install -d -m "$(of StateDirectoryMode)" -o "$(of User)" -g "$(of Group)" "$state"
  # In a session of its own: apt hangs up on whatever its packages started.
  setsid setpriv --reuid="$(of User)" --regid="$(of Group)" --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
    env -i PATH=/usr/bin:/bin STATE_DIRECTORY="$state" TIRO_SERVER_DRAIN_SECONDS=0 $(cat "$environment" 2>/dev/null) \
    sh -c "umask $(of UMask); cd $(of WorkingDirectory); exec $(of ExecStart)" \
    </dev/null >/var/log/tiro.log 2>&1 &
  echo $! >"$pid_file"
  # As Type=notify: until it answers, or has ended. Status 3 is "not running", 5 "does not work" yet.
  while :; do
    status=0
    tiro status --config /etc/tiro/tiro.toml >/dev/null 2>&1 || status=$?
    case $status in 0 | 4) return ;; esac
    runs || { cat /var/log/tiro.log >&2; exit 1; }
    sleep 0.5
  done
}

stop() {
  runs || return 0
  kill "$(cat "$pid_file")"
  while runs; do sleep 0.1; done
}

case "$*" in *"disable --now"*) stop; exit ;; esac
case "$1" in
  start | enable) start ;;
  stop) stop ;;
  restart) stop; start ;;
  try-restart) if runs; then stop; start; fi ;;
  daemon-reload | disable | --no-reload) ;;
  *) echo "systemctl $*: not known here" >&2; exit 1 ;;
esac
