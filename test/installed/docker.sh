# Stands for a container runtime, as functions of a shell in a name space of its own: an image is the folder that it
# unpacks to ($IMAGES/old, $IMAGES/new), started with the settings that it names ($IMAGES/old.env and so on) and $IMAGES/settings.
pid_file=$IMAGES/pid
tag=old

# A command and not a function, so that what runs in the background is tiro itself.
in_image() {
  echo "env -i $(cat "$IMAGES/$tag.env") $(cat "$IMAGES/settings") /usr/sbin/chroot --userspec=8420:8420 $IMAGES/$tag /usr/bin/tiro"
}

docker() {
  case "$1" in
    load) test -e "$3"; tag=new ;;
    run)
      mount --bind "$IMAGES/volume" "$IMAGES/$tag/var/lib/tiro"
      mount --rbind /dev "$IMAGES/$tag/dev"
      mount -t proc proc "$IMAGES/$tag/proc"
      $(in_image) serve >"$IMAGES/log" 2>&1 &
      echo $! >"$pid_file"
      # Status 3 is "not running", 5 "does not work" yet.
      while :; do
        status=0
        $(in_image) status >/dev/null 2>&1 || status=$?
        case $status in 0 | 4) return ;; esac
        kill -0 "$(cat "$pid_file")" || { cat "$IMAGES/log" >&2; exit 1; }
        sleep 0.5
      done
      ;;
    stop)
      kill "$(cat "$pid_file")"
      while kill -0 "$(cat "$pid_file")" 2>/dev/null; do sleep 0.1; done
      ;;
    rm) ;;
    exec) shift 3; $(in_image) "$@" ;;
  esac
}
