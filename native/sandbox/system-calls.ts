/** Numbers of system calls on x86-64 and on arm64, which lacks some; from Linux' own tables. */

type Numbers = Readonly<Record<string, readonly [x64: number, arm64: number | null]>>;

/** Decoders and recognizers have no use for these, and they reach beyond its own memory and files. */
export const REFUSED = {
  // Other processes
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  kcmp: [312, 272],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  pidfd_send_signal: [424, 424],
  tkill: [200, 130],
  fork: [57, null],
  vfork: [58, null],
  execveat: [322, 281],
  shmget: [29, 194],
  shmat: [30, 196],
  semget: [64, 190],
  msgget: [68, 186],
  mq_open: [240, 180],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  // What Landlock does not cover of files: owners, modes, times, attributes, length
  chmod: [90, null],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
  chown: [92, null],
  lchown: [94, null],
  fchownat: [260, 54],
  utime: [132, null],
  utimes: [235, null],
  futimesat: [261, null],
  utimensat: [280, 88],
  setxattr: [188, 5],
  lsetxattr: [189, 6],
  removexattr: [197, 14],
  lremovexattr: [198, 15],
  setxattrat: [463, 463],
  removexattrat: [466, 466],
  file_setattr: [469, 469],
  truncate: [76, 45],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  fanotify_init: [300, 262],
  // Name spaces and mounts
  unshare: [272, 97],
  setns: [308, 268],
  chroot: [161, 51],
  pivot_root: [155, 41],
  mount: [165, 40],
  umount2: [166, 39],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  open_tree: [428, 428],
  open_tree_attr: [467, 467],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  swapon: [167, 224],
  swapoff: [168, 225],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  // The kernel itself, and parts of it from which processes have broken out
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  keyctl: [250, 219],
  add_key: [248, 217],
  request_key: [249, 218],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  syslog: [103, 116],
  acct: [163, 89],
  personality: [135, 92],
  modify_ldt: [154, null],
  iopl: [172, null],
  ioperm: [173, null],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  vhangup: [153, 58],
} as const satisfies Numbers;

/** Refused too, but where CUDA needs local sockets. */
export const OF_SOCKETS: Numbers = {
  bind: [49, 200],
  listen: [50, 201],
  accept: [43, 202],
  accept4: [288, 242],
  connect: [42, 203],
};

/** Answered as by a kernel that has none of them: libraries then take an older way. */
export const ABSENT: Numbers = {
  // Its arguments lie in memory, which a filter cannot read; the C library takes clone instead.
  clone3: [435, 435],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
};

/** Allowed or refused by an argument. */
export const BY_ARGUMENT = {
  socket: [41, 198],
  socketpair: [53, 199],
  clone: [56, 220],
  kill: [62, 129],
  tgkill: [234, 131],
  rt_sigqueueinfo: [129, 138],
  rt_tgsigqueueinfo: [297, 240],
  prlimit64: [302, 261],
  ioctl: [16, 29],
} as const satisfies Numbers;

/** How a filter knows for which table a call is meant. */
export const AUDIT_ARCHITECTURE = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;
/** On x86-64, calls of the x32 kind, which would go past every number here. */
export const X32_CALLS_FROM = 0x40000000;

export type Architecture = keyof typeof AUDIT_ARCHITECTURE;

/** @throws on another architecture. */
export function architecture(): Architecture {
  const { arch } = process;
  if (arch === "x64" || arch === "arm64") return arch;
  throw new Error(`no table of system calls for ${arch}`);
}

export function numbersOf(calls: Numbers, arch: Architecture): number[] {
  return Object.values(calls)
    .map(([x64, arm64]) => (arch === "x64" ? x64 : arm64))
    .filter((number) => number !== null);
}
