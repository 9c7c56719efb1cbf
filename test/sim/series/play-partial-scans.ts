import { actAt, actThere } from '../actors/actors.ts';
import type { Computer } from '../world/computer.ts';
import { Dice } from '../fakes/dice.ts';
import type { HttpTrouble } from '../fakes/fake-http.ts';
import { altered, instead, isList, rows } from '../lab/altered-answers.ts';
import { mustBeSettled, mustBeWhole, mustBeWithinReach } from '../judges/invariants.ts';
import { Ledger } from '../world/ledger.ts';
import { QuietLab } from '../lab/quiet-lab.ts';
import { watchRaces } from '../world/races.ts';

const MINUTE = 60_000;
const NAMES = ['Ada', 'Ben', 'Cleo'];

/** Something that is not shown, not listed, or not told about for a while. */
interface Trouble {
  readonly id: string;
  readonly hides: boolean;
  readonly status: number;
  readonly until: number;
}

/** What one thing's troubles make of a request; null: nothing. */
function troubled(
  lab: QuietLab,
  { method, url }: { method: string; url: string },
  troubles: readonly Trouble[],
): HttpTrouble | null {
  const now = troubles.filter(({ until }) => until > lab.clock.now());
  const about = now.find(({ id }) => method === 'GET' && url.includes(id));
  if (about !== undefined) return instead(about.status, { errorCode: 'X', messages: ['No.'] });
  const hidden = new Set(now.filter(({ hides }) => hides).map(({ id }) => id));
  if (hidden.size === 0 || !isList({ method, url })) return null;
  return altered(lab, url, answer => rows(answer, all => all.filter(({ id }) => !hidden.has(String(id)))));
}

/** What is played. */
export interface Playing {
  readonly seed: number;
  /** Whether things are hidden or refused for a while. */
  readonly hasTroubles: boolean;
  readonly computers: number;
}

/**
 * Acts on all sides while the loops look at a few folders at a time, then waits for the last folder's turn.
 * @returns how often a loop asked what changed, instead of looking at everything.
 * @throws Error when something is lost, or not the same at rest.
 */
export async function playLooks({ seed, hasTroubles, computers }: Playing): Promise<number> {
  const dice = new Dice(seed);
  const lab = new QuietLab();
  const ledger = new Ledger();
  watchRaces(lab.service, ledger);
  lab.service.change({ flatListingCap: dice.pick([2, 5, 200]) });
  for (let index = 0; index < 25; index++) lab.service.colleague(0).createFolder(lab.root, `plate ${index}`);
  const notes = { ledger, story: () => undefined };
  const all: Computer[] = [];
  for (const name of NAMES.slice(0, computers)) {
    all.push(await lab.computer(name, { pollSeconds: '60', idleRequests: dice.pick(['60', '120', '240']) }));
    await lab.sync(all.at(-1) as Computer);
  }
  const hasHint = dice.chance(0.5);
  let partial = 0;
  const troubles: Trouble[] = [];
  const trouble = (): void => {
    const { id } = dice.pick(lab.service.sights.tree(lab.root));
    const [hides, status] = [dice.chance(0.6), dice.pick([400, 403, 500])];
    troubles.push({ id, hides, status, until: lab.clock.now() + dice.pick([1, 5, 30, 90]) * MINUTE });
  };
  lab.trouble = request => {
    const isHint = request.url.endsWith('/folders/files');
    if (isHint) partial += 1;
    return isHint && !hasHint ? instead(404, { messages: [] }) : troubled(lab, request, troubles);
  };
  lab.clock.advanceBy(120 * MINUTE);
  for (const one of all) one.app.start();
  const wait = (ms: number): Promise<void> => lab.pass(ms);
  for (let round = 0; round < 12; round++) {
    for (let count = 1 + dice.below(4); count > 0; count--)
      if (dice.chance(0.6)) actThere(lab.service, lab.root, dice, notes);
      else actAt(all.length === 1 ? (all[0] as Computer) : dice.pick(all), dice, notes);
    if (hasTroubles) trouble();
    await wait(dice.pick([0.2, 1, 3, 20]) * MINUTE);
  }
  for (let turn = 0; turn < 4 * all.length; turn++) {
    await wait(90 * MINUTE);
    for (const one of all) await answerAll(lab, one);
  }
  // What was refused for good is tried again, and what was not told for long asked about, when a person wants it.
  if (hasTroubles) for (const one of all) await lab.call(one, 'problems.retry', { id: null });
  for (let turn = 0; hasTroubles && turn < 3; turn++)
    for (const one of all) await lab.sync(one).then(() => wait(MINUTE));
  const checked = { service: lab.service, root: lab.root, computers: all, ledger };
  mustBeWhole(checked);
  mustBeWithinReach(checked);
  mustBeSettled(checked);
  return partial;
}

async function answerAll(lab: QuietLab, computer: Computer): Promise<void> {
  for (const { id } of await lab.call(computer, 'guards.list', null))
    await lab.call(computer, 'guards.answer', { id, answer: 'remove' });
}
