import { expect, test } from "bun:test";
import { type NewWork, Work } from "./work.ts";

const call = {
  id: "req_1",
  account: { id: "usr_a", keyId: "key_a" },
  parameters: {},
  file: {},
  createdAtMs: 0,
};
const workOf = (job?: NewWork["job"]) => new Work({ ...call, ...(job && { job }) } as unknown as NewWork);

type Step = "begin" | "fail" | "rest" | "becomeJob" | "end";
const LIVES: [steps: Step[], expected: { attempts: number; isJob: boolean; isOver: boolean } | "refused"][] =
  [
    [[], { attempts: 0, isJob: false, isOver: false }],
    [["begin", "begin", "end"], { attempts: 0, isJob: false, isOver: true }],
    [["fail"], { attempts: 0, isJob: false, isOver: false }],
    [["begin", "fail", "fail", "begin", "fail"], { attempts: 2, isJob: false, isOver: false }],
    [["begin", "rest", "rest", "begin", "fail"], { attempts: 1, isJob: false, isOver: false }],
    [["begin", "becomeJob", "fail", "begin", "end"], { attempts: 1, isJob: true, isOver: true }],
    [["end", "begin", "fail"], { attempts: 0, isJob: false, isOver: true }],
    [["end", "end"], "refused"],
    [["end", "becomeJob"], "refused"],
    [["becomeJob", "becomeJob"], "refused"],
  ];

test.each(LIVES)("%j", (steps, expected) => {
  const work = workOf();
  const live = () => {
    for (const step of steps) work[step]();
  };
  if (expected === "refused") expect(live).toThrow();
  else {
    live();
    const { attempts, isJob, isOver } = work;
    expect({ attempts, isJob, isOver }).toEqual(expected);
  }
});

test("a job that is taken up again goes on where it was", () => {
  const work = workOf({ attempts: 2, decodedMs: 0, statedDurationSeconds: 7, transcription: null });
  expect(work).toMatchObject({ isJob: true, attempts: 2 });
  expect(work.inspection).toEqual({ lane: "job", statedDurationSeconds: 7 });
  expect(workOf().inspection).toBeNull();
});
