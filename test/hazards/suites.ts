/** The files that the tables of hazards name again and again. */
export const ATTENTION = 'test/end-to-end/attention.test.ts';
export const BAD_INPUT = 'test/end-to-end/bad-input.test.ts';
export const CLOCK = 'test/sim/clock.test.ts';
export const DAEMONS = 'test/end-to-end/daemons.test.ts';
export const DECIDE = 'test/main/core/decide.test.ts';
export const DURABILITY = 'test/ports/durability.test.ts';
export const FAKE_DISK = 'test/ports/fake-disk-crash.test.ts';
export const HTTP = 'test/ports/http.suite.ts';
export const KEEPING = 'test/ports/disk-keeping.ts';
export const KILL = 'test/end-to-end/kill.test.ts';
export const LOOKING = 'test/ports/disk-looking.ts';
export const MATCH = 'test/main/core/match-look.test.ts';
export const MOVING = 'test/ports/disk-moving.ts';
export const NAMES = 'test/main/core/names.test.ts';
export const OPENING = 'test/main/journal/opening.test.ts';
export const PLACING = 'test/ports/disk-placing.ts';
export const PLAN = 'test/main/core/plan.test.ts';
export const PLAN_PROPERTY = 'test/main/core/plan.property.test.ts';
export const REAL_DISK = 'test/ports/real-disk.test.ts';
export const SCENARIOS = 'test/sim/scenarios.test.ts';
export const SETTLING = 'test/main/local/settling.test.ts';
export const SIM = 'test/sim/sim.test.ts';
export const SIM_DISK = 'test/sim/hazards/disk.test.ts';
export const SIM_IDENTITY = 'test/sim/hazards/identity.test.ts';
export const SIM_PLANNING = 'test/sim/hazards/planning.test.ts';
export const SIM_SAVING = 'test/sim/hazards/saving.test.ts';
export const SIM_SERVICE = 'test/sim/hazards/service.test.ts';
export const SIM_TRANSFERS = 'test/sim/hazards/transfers.test.ts';
export const STORAGE = 'test/main/remote/storage.test.ts';
export const TWO_COMPUTERS = 'test/end-to-end/two-computers.test.ts';
export const WATCHER = 'test/ports/watcher.test.ts';
export const WATCHER_SUITE = 'test/ports/watcher.suite.ts';

/** The run of a hundred seeds in which everything goes wrong at random. */
export const HUNDRED = 'a hundred seeds in a row lose nothing, double nothing and come to rest';
