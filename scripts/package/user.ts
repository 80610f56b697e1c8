/** The packages' scripts, in the shell of any Linux. */

export const MAKE_USER =
  "getent passwd tiro >/dev/null || useradd --system --user-group --home-dir /var/lib/tiro --no-create-home --shell /usr/sbin/nologin --comment 'tiro speech to text' tiro";
export const MAKE_DATA_FOLDER = "install -d -m 0700 -o tiro -g tiro /var/lib/tiro";

/** Only if systemd runs; the service is left as it was: off after an installation, restarted after an upgrade. */
export const RELOAD = `if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl try-restart tiro.service tiro-worker.service
fi`;
export const STOP = `if [ -d /run/systemd/system ]; then
    systemctl --no-reload disable --now tiro.service tiro-worker.service
fi`;
export const FORGET = `if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
fi`;
