/** People, their credentials and log-ins, and apps that act for them. */

import { DAY_MS, KIB } from "../../lib/units.ts";

export const accountLimits = {
  /** Names that people choose. */
  personNameChars: 200,
  emailChars: 254,
  keyNameChars: 100,
  organizationNameChars: 100,
  /** A table of people that is imported at once, in one transaction. */
  importedPeople: 10_000,
  importBytes: 4 * 1024 * KIB,
  /** Networks from which an organization lets its keys work. */
  keyNetworks: 100,
  networkChars: 64,

  /** Credentials: the header's token (an OAuth token has some 700 characters), and the life that an expiring key may be given. */
  credentialChars: 2_048,
  keyExpiryDays: 3650,
  /** How long a key works on after it was rotated. */
  keyOverlapMs: 90 * DAY_MS,
  keyLastUsedEveryMs: 60_000,

  /** One-time links, and the forms that they open. */
  setupLinkMs: DAY_MS,
  setupLinkMsMax: 30 * DAY_MS,
  /** For so long people see changes of their ways to log in, in each browser until they confirm them. */
  credentialChangeMs: 30 * DAY_MS,
  credentialChangesShown: 5,
  /** Newest lines about a person that are looked through for such changes, 1 ms for each thousand. */
  credentialChangeLines: 5_000,
  /** The newest ones that a person is shown of those who read what they dictated. */
  contentViewsShown: 100,
  /** For so long one administrator makes a person's set-up link or resets their second step, and not both. */
  otherHandMs: DAY_MS,
  invitationMs: 7 * DAY_MS,
  invitationMsMax: 90 * DAY_MS,
  openInvitations: 1_000,
  invitationsAtOnce: 50,
  formBytes: 16 * KIB,

  /**
   * Passwords, in code points: NIST SP 800-63B asks for a lower bound and for no upper one below 64. A hash takes
   * 64 MiB and about 150 ms, so that only a few are made at once.
   */
  passwordCharsMin: 12,
  passwordCharsMax: 256,
  /** A repeated character or two is not a password, however long. */
  passwordDistinctChars: 5,
  passwordHashesAtOnce: 2,
  passwordHashesWaiting: 16,
  /**
   * Wrong passwords in a row, for an account and from a network; one is forgiven each `passwordFailureMs`. After that
   * each attempt waits, longer from one to the next, and so many may wait: for an account 10,800 a day are left, on
   * passwords of twelve characters that are not common ones. Networks are held up less, because many people share one.
   */
  passwordFailuresPerAccount: 10,
  passwordFailuresPerNetwork: 50,
  passwordFailureMs: 60_000,
  accountDelayFirstMs: 1_000,
  accountDelayLongestMs: 8_000,
  accountAttemptsWaiting: 6,
  networkDelayFirstMs: 250,
  networkDelayLongestMs: 1_000,
  networkAttemptsWaiting: 30,
  attemptsWaiting: 1_000,
  /** A browser in which somebody has logged in is known for so long, and its own wrong passwords are counted apart. */
  knownDeviceMs: 180 * DAY_MS,
  /** Counters of wrong attempts; names share them by their hash. 1 MiB in two arrays. */
  attemptSlots: 65_536,

  /** Sessions in browsers: how long without use and in all, how many of one person, and how often use is written down. */
  browserSessionIdleMs: 7 * DAY_MS,
  browserSessionMs: 30 * DAY_MS,
  browserSessionsPerPerson: 50,
  browserSessionSeenEveryMs: 60_000,
  /** Keys of what browsers keep until the server has it: browsers of one person, and how long one is kept without use. */
  draftKeysPerPerson: 20,
  draftKeyMs: 30 * DAY_MS,
  draftKeyUsedEveryMs: DAY_MS,
  /** Changing how one logs in takes a log-in that is not older than this; one that is under way must end within `logInMs`. */
  freshLogInMs: 15 * 60_000,
  logInMs: 10 * 60_000,
  logInsUnderWay: 10_000,
  /** Wrong codes of a second step in a row; then one more each `passwordFailureMs`. */
  codeFailuresPerPerson: 5,
  recoveryCodes: 10,
  passkeysPerPerson: 20,
  passkeyNameChars: 100,
  /** The company's identity provider must answer within this time. */
  identityProviderSeconds: 10,
  /** A claim of its tokens that is kept. */
  companyClaimChars: 500,
  /** A logout token is taken for so long after it was made; its clock and this one may differ by so much. */
  logoutTokenSeconds: 10 * 60,
  logoutTokenSkewSeconds: 60,
  companyClockSkewMs: 30_000,
  /**
   * The company's directory (LDAP): time and bytes of one log-in with all of its questions, log-ins that ask it at once,
   * what somebody enters as their name, and groups, by pages and by how deep they lie in one another.
   */
  directoryMs: 15_000,
  directoryBytes: 4 * 1024 * KIB,
  directoryLogInsAtOnce: 20,
  directoryEnteredChars: 254,
  directoryGroups: 5_000,
  directoryGroupDepth: 10,
  directoryGroupsAtOnce: 50,
  directoryPageEntries: 500,
  /** A path of this server to which a log-in leads back; OAuth requests are the longest. */
  returnPathChars: 8_000,
  /**
   * OAuth. A code lives as long as a redirect takes, an access token as long as a client may lag; a refresh
   * token ends this long after it was made, if a site chooses nothing else. A used one may be used again for a while
   * and so many times, because clients refresh from several places at once.
   */
  oauthCodeMs: 60_000,
  oauthAccessTokenMs: 10 * 60_000,
  oauthAccessTokenMsMin: 3 * 60_000,
  oauthAccessTokenMsMax: 60 * 60_000,
  oauthRefreshTokenMs: 30 * DAY_MS,
  oauthRefreshTokenMsMax: 365 * DAY_MS,
  oauthRefreshGraceMs: 120_000,
  oauthRefreshUses: 50,
  /**
   * Of one grant, used ones too, because one that comes back ends the grant. Those before the last so many are refused
   * without that: what a client makes in a week that refreshes every ten minutes.
   */
  oauthRefreshTokensPerGrant: 1_000,
  oauthGrantsPerPerson: 200,
  /** Longer than a month, because invoices name the app. */
  oauthEndedGrantMs: 60 * DAY_MS,
  /** Keys that sign access tokens: how long one signs, and how long it is still published after that. */
  oauthSigningKeyMs: 90 * DAY_MS,
  oauthSigningKeyPublishedMs: 2 * 3600_000,
  /** Verified access tokens that are kept in memory, and for how long. */
  oauthVerifiedTokens: 1_000,
  oauthVerifiedTokenMs: 60_000,
  /** Clients: what one may say of itself, how many there may be, and how long unused ones are kept. */
  oauthClients: 10_000,
  oauthRegistrationsPerAddress: 20,
  oauthRegistrationBytes: 32 * KIB,
  oauthRedirectUris: 20,
  oauthRedirectUriChars: 2_000,
  oauthClientNameChars: 200,
  oauthShownUriChars: 100,
  oauthUnusedClientMs: 7 * DAY_MS,
  /** When there are as many as there may be, one that nobody used for this long makes room. */
  oauthEvictableClientMs: 3600_000,
  oauthIdleClientMs: 90 * DAY_MS,
  /** A client's metadata document (an address as its id). */
  oauthClientIdChars: 500,
  oauthClientDocumentBytes: 16 * KIB,
  oauthClientDocumentMs: 5_000,
  oauthClientDocumentAgeMs: 3600_000,
  /** One parameter of an OAuth request, such as `state`. */
  oauthParameterChars: 4_000,

  /**
   * The directory (SCIM): what it may send at once and ask for. Microsoft Entra wants 25 requests a second answered. A
   * body can hold a group with all its members; a line of the audit log names some of those who came or went.
   */
  scimTokens: 10,
  scimRequestsPerMinute: 3_000,
  scimBodyBytes: 2_048 * KIB,
  /** The members of a group with six values each. */
  scimBodyValues: 70_000,
  scimOperations: 1_000,
  /** Values that the paths of one body's operations may look at; what they name by its `value` is found without others. */
  scimPatchLooks: 100_000,
  scimFilterChars: 4_000,
  scimFilterDepth: 20,
  /** Comparisons of a filter, and values of resources that those of one request may look at. */
  scimFilterComparisons: 10,
  scimFilterLooks: 5_000_000,
  scimPageResults: 200,
  scimNameChars: 256,
  scimGroups: 1_000,
  scimGroupMembers: 10_000,
  /** A page of groups ends with the one that makes its members so many. */
  scimPageMembers: 10_000,
  /** Between so many others have a turn: members that are read, and memberships in organizations that may change. */
  scimMembersReadAtOnce: 2_000,
  scimMembershipsAtOnce: 50,
  /** Requests about people and groups, which are answered one after the other. */
  scimRequestsWaiting: 200,
  scimAuditedPeople: 100,

  /** Requests of a person's own browser to the pages and routes of their account. */
  personRequestsPerMinute: 600,
  /**
   * Changes that one person, who does not run the server, can make in a day (UTC): each leaves a line in the audit log, and
   * often a row. With log-outs and revocations, which are free, the database grows by no more than this for it.
   */
  changesPerPersonAndDay: 1_000,
  /** By its own keys: programs that share what a whole company records. */
  changesPerOrganizationAndDay: 20_000,
  /** Invitations and set-up links; administrators also make those of an import. */
  linksPerPersonAndDay: 500,
  linksPerAdministratorAndDay: 20_000,
  logInsPerPersonAndDay: 2_000,
  keysMadePerPersonAndDay: 100,
  personDailyGrowthBytes: 16 * 1024 * KIB,
  /**
   * Characters that one person, or an organization's own keys, can bring into the library in a day: imported transcripts,
   * and saves of more than a few words, with what they replace. Some two thousand hours of speech with all word times.
   */
  libraryCharsPerPersonAndDay: 1_000_000_000,
  auditLinesListed: 50,
  /** Lines that one look through the whole log reads, and in one step, as people: a step of either takes 0.07 ms. */
  auditLinesSearched: 200_000,
  auditLinesSearchedAtOnce: 250,
  peopleSearchedAtOnce: 100,
  /** A turn of such a search is followed by a rest, in which others are served. */
  searchTurnMs: 0.4,
  searchRestMs: 1,
  /** A search for people, and why somebody's account is disabled. */
  peopleQueryChars: 200,
  reasonChars: 500,
  /** Of a caller's header `Origin`, as it is written down. */
  originChars: 200,
  /** Security events of one kind, and those of a kind about one account, that are written at once; then one each `passwordFailureMs`. */
  securityEventsOfKind: 100,
  securityEventsOfTarget: 10,
  retentionDays: 3650,
} as const;
