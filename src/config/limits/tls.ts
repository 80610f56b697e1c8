/** TLS of the server's own, certificates that tiro makes, and messages to a service manager. */

import { DAY_MS, KIB } from "../../lib/units.ts";

export const tlsLimits = {
  certificateFileBytes: 256 * KIB,
  certificatesOfFile: 64,
  /**
   * How often the files are looked at; how long a socket with a former certificate lives on for the connections that it
   * has, longer than one of them may rest; and how many there may be.
   */
  certificateWatchEveryMs: 5_000,
  formerSocketMs: 80_000,
  formerSockets: 32,
  /** From so many days on the log, once a day, and `tiro doctor` warn of the end. */
  certificateWarningDays: 21,
  certificateToldEveryMs: DAY_MS,
  hstsDays: 730,
  hstsDaysDefault: 365,

  /** `tiro tls self-signed`: systems of Apple refuse certificates that are valid for more than 825 days. */
  certificateHosts: 64,
  certificateDays: 365,
  certificateDaysMax: 825,
  authorityDays: 3_650,

  /** `tiro doctor`: how long the running server may take for a handshake, and then to hang up on who has no certificate. */
  doctorHandshakeMs: 2_000,
  doctorHangUpMs: 250,
  /** And a broker to let it in. */
  doctorBrokerMs: 5_000,

  /**
   * How often a service manager hears of the server's state, how long a stop takes beyond the requests' grace, and how long
   * the watchdog is held while a lost database is saved.
   */
  serviceStatusEveryMs: 5_000,
  serviceStopMs: 15_000,
  serviceHeldMs: DAY_MS,
} as const;
