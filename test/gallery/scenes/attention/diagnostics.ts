import type { Health, HealthItem, LogLine, ToolRun } from '../../../../shared/features/diagnostics/model.ts';
import { healthTexts, toolTexts } from '../../../../shared/features/diagnostics/text.ts';
import { diagnosticsWords as words } from '../../../../shared/features/diagnostics/window-text.ts';
import { HOUR, MINUTE, SECOND } from '../../../../shared/units.ts';
import { broken } from '../../lab/faults.ts';
import { ago } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';

const HEALTH = '#/diagnostics/health';
const LOG = '#/diagnostics/log';
const BUNDLE = '#/diagnostics/bundle';
const TOOLS = '#/diagnostics/tools';
const SERVICE = 'https://kb.example.org/api/v1';

type Named = readonly [id: string, state: HealthItem['state'], title: string];

function item([id, state, title]: Named, text: string, remedy: string | null = null): HealthItem {
  return { id, mirror: null, state, title, text, remedy, fix: null };
}

const { service, clock, credentials, secrets, disk, folder, watching, fullCheck, records, queue, versions } =
  healthTexts;
const NAMES = ['Knowledge Base', 'Raw data'];

const GOOD: readonly HealthItem[] = [
  item(['service', 'pass', service.title], service.reached(SERVICE, 84, '2.4.0 4711')),
  item(['clock', 'pass', clock.title], clock.same),
  item(['credentials', 'pass', credentials.title], credentials.ready),
  item(['secrets', 'pass', secrets.title], secrets.keyring),
  item(['records-disk', 'pass', disk.records], disk.free(212e9)),
  ...NAMES.flatMap((name, index) => [
    { ...item(['folder', 'pass', folder.title(name)], folder.fine(`/home/ada/Lab/${name}`)), mirror: `m${index}` },
    { ...item(['disk', 'pass', disk.title(name)], disk.free(212e9)), mirror: `m${index}` },
    { ...item(['watching', 'pass', watching.title(name)], watching.events), mirror: `m${index}` },
    { ...item(['full-check', 'pass', fullCheck.title(name)], fullCheck.at('38 min ago', 12_408)), mirror: `m${index}` },
  ]),
  item(['records', 'pass', records.title], `${records.whole} ${records.backups(7)}`),
  item(['queue', 'pass', queue.title], queue.none),
  item(['versions', 'pass', versions.title], versions.told('0.1.0', 'Linux 6.8.0 (x64)', 'Node 24.4.0', '2.4.0 4711')),
];

const BAD: Readonly<Record<string, HealthItem>> = {
  service: {
    ...item(['service', 'fail', service.title], service.late(SERVICE, 15), service.failedRemedy),
    fix: 'network',
  },
  clock: item(['clock', 'warn', clock.title], clock.off('3 h'), clock.remedy),
  'records-disk': item(['records-disk', 'fail', disk.records], disk.recordsFull(4e6), disk.recordsRemedy),
  queue: { ...item(['queue', 'warn', queue.title], queue.oldest(12, '2 h ago'), queue.remedy), fix: 'waiting' },
  records: item(['records', 'fail', records.title], records.damaged, records.remedy),
};

/** The good list with some of it bad. */
function health(worst: Health['worst'], ...bad: readonly string[]): Health {
  const items = GOOD.map(each => (bad.includes(each.id) ? (BAD[each.id] ?? each) : each));
  return { at: ago(MINUTE), worst, items: [...items] };
}

const OFFLINE: Health = {
  ...health('fail', 'service'),
  items: health('fail', 'service').items.map(each =>
    each.id === 'clock' ? item(['clock', 'unknown', clock.title], clock.unknown) : each,
  ),
};

const healthScenes: readonly Scene[] = [
  {
    screen: 'diagnostics',
    state: 'loading',
    route: HEALTH,
    answers: { 'diagnostics.health': never },
    shows: [words.health.looking],
  },
  {
    screen: 'diagnostics',
    state: 'error',
    route: HEALTH,
    answers: { 'diagnostics.health': async () => broken() },
    shows: [words.copyDetails],
  },
  {
    screen: 'diagnostics',
    state: 'offline',
    route: HEALTH,
    world: engine => engine.setStatus({ state: 'offline' }),
    answers: { 'diagnostics.health': async () => OFFLINE },
    shows: [words.health.worst.fail, clock.unknown],
  },
  {
    screen: 'diagnostics',
    state: 'partial',
    route: HEALTH,
    answers: { 'diagnostics.health': async () => health('fail', 'clock', 'records-disk', 'queue', 'records') },
    shows: [words.health.states.warn, words.health.states.fail, disk.recordsRemedy],
  },
  {
    screen: 'diagnostics',
    state: 'full',
    route: HEALTH,
    answers: { 'diagnostics.health': async () => health('pass') },
    shows: [words.health.worst.pass, watching.title('Raw data')],
  },
];

const EVENTS: readonly (readonly [LogLine['level'], string, string])[] = [
  ['info', 'api.refused', 'method=GET path=/files/5d0f7c6e-3f6c-4b8e-9a41-0f3a1c2d4e5f status=404'],
  ['error', 'publish.failed', `error="ENOENT: no such file or directory, open '/name-3f1c0a9be2/name-77ab01c2d3.csv'"`],
  ['info', 'clock.jumped', 'ms=3600000'],
  ['info', 'intent.open', 'mirror=m1 kind=upload-version fault=offline'],
  ['debug', 'look.done', 'mirror=m1 folders=212 ms=34'],
];

const LINES: LogLine[] = Array.from({ length: 60 }, (_, index) => {
  const [level, event, text] = EVENTS[index % EVENTS.length] ?? ['info', 'look.done', ''];
  return { number: 900 - index, at: ago(index * 37 * SECOND), level, event, text };
});

const logScenes: readonly Scene[] = [
  {
    screen: 'diagnostics',
    state: 'full',
    name: 'log',
    route: LOG,
    answers: { 'diagnostics.log': async () => ({ lines: LINES, hasMore: true }) },
    steps: async ({ see, press }) => {
      await see('clock.jumped');
      await press(words.log.pause);
    },
    shows: [words.log.paused(0), words.log.older, words.copyDetails],
  },
  {
    screen: 'diagnostics',
    state: 'empty',
    route: LOG,
    answers: { 'diagnostics.log': async () => ({ lines: [], hasMore: false }) },
    shows: [words.log.empty],
  },
  {
    screen: 'diagnostics',
    state: 'empty',
    name: 'log narrowed',
    route: LOG,
    answers: {
      'diagnostics.log': async ({ text }) => ({ lines: text === '' ? LINES.slice(0, 3) : [], hasMore: false }),
    },
    steps: async ({ see, write }) => {
      await see('clock.jumped');
      await write(words.log.search, 'zebrafish');
    },
    shows: [words.log.none],
  },
  {
    screen: 'diagnostics',
    state: 'error',
    name: 'log',
    route: LOG,
    answers: { 'diagnostics.log': async () => broken() },
    shows: [words.copyDetails],
  },
];

const FILES = [
  ['about.txt', 'What is in this bundle, and what was left out.', 1210],
  ['health.json', 'The health list.', 4820],
  ['status.json', 'How Benchtop was doing.', 610],
  ['waiting.json', 'What is not done yet, and why; what would be synced next.', 48_210],
  ['activity.jsonl', 'The newest lines of the history.', 96_400],
  ['log.jsonl', 'The newest lines of the log.', 1_204_000],
] as const;

const bundling: NonNullable<Scene['answers']> = {
  'files.downloadPlace': async () => ({ folder: '/home/ada/Downloads' }),
  'diagnostics.bundle': async ({ showsNames }) => ({
    id: 'b1',
    at: ago(SECOND),
    showsNames,
    files: FILES.map(([name, about, sizeBytes]) => ({ name, about, sizeBytes })),
    sizeBytes: 1_356_000,
    fileName: 'benchtop-support-20261120-1403.zip',
  }),
  'diagnostics.bundleFile': async ({ offset }) => ({
    text: `${JSON.stringify({ at: ago(HOUR), worst: 'pass', items: GOOD.slice(0, 6) }, null, 2)}\n`,
    next: offset === 0 ? 65_536 : null,
  }),
  'diagnostics.saveBundle': async () => ({ path: '/home/ada/Downloads/benchtop-support-20261120-1403.zip' }),
};

const bundleScenes: readonly Scene[] = [
  {
    screen: 'diagnostics',
    state: 'empty',
    name: 'bundle',
    route: BUNDLE,
    answers: bundling,
    shows: [words.bundle.prepare],
  },
  {
    screen: 'diagnostics',
    state: 'full',
    name: 'bundle saved',
    route: BUNDLE,
    answers: bundling,
    steps: async ({ press, see }) => {
      await press(words.bundle.prepare);
      await see('/home/ada/Downloads');
      await press(words.bundle.save);
    },
    shows: ['log.jsonl', 'Nothing was sent anywhere'],
  },
  {
    screen: 'diagnostics',
    state: 'full',
    name: 'bundle file',
    route: BUNDLE,
    answers: bundling,
    steps: async ({ press }) => {
      await press(words.bundle.prepare);
      await press(words.bundle.show('health.json'));
    },
    shows: [words.bundle.more, '"worst": "pass"'],
  },
];

const RUN: ToolRun = {
  id: 'r1',
  tool: 'verify',
  mirror: 'm2',
  state: 'running',
  done: 4180,
  total: 12_408,
  found: 0,
  summary: [],
  fault: null,
};

const FINDINGS = [
  { path: 'Plates/plate8.csv', code: 'bytes-differ', text: toolTexts.codes['bytes-differ'] },
  {
    path: 'Plates/2026-11-20 a long name as instruments give them.fcs',
    code: 'changed',
    text: toolTexts.codes.changed,
  },
  { path: 'Protocols/qPCR v2.md', code: 'gone-there', text: toolTexts.codes['gone-there'] },
];

const toolScenes: readonly Scene[] = [
  {
    screen: 'diagnostics',
    state: 'partial',
    name: 'tool running',
    route: TOOLS,
    world: ({ topics }) => topics.publish('diagnostics.tool', RUN),
    shows: [words.tools.stop, words.tools.progress(4180, 12_408)],
  },
  {
    screen: 'diagnostics',
    state: 'full',
    name: 'rebuild asked',
    route: TOOLS,
    answers: {
      'account.unsent': async () => ({
        items: [{ mirror: 'm1', path: 'Plates/a.csv' }],
        total: 1,
        messages: [],
        messagesTotal: 0,
        open: [],
        needs: 0,
      }),
    },
    steps: ({ press }) => press(words.tools.renewButton),
    shows: [words.tools.asking.safe, words.tools.asking.unsent(1)],
  },
  {
    screen: 'diagnostics',
    state: 'partial',
    name: 'rebuilding',
    route: TOOLS,
    world: ({ topics }) => topics.publish('diagnostics.tool', { ...RUN, tool: 'renew' }),
    shows: [words.tools.others, words.tools.renewing('Raw data')],
  },
  {
    screen: 'diagnostics',
    state: 'full',
    name: 'rebuilt',
    route: TOOLS,
    world: ({ topics }) => {
      const kept = '/home/ada/.local/share/benchtop/journal.db.before-rebuild';
      const summary = [toolTexts.renew.same(12_406), toolTexts.renew.conflicted(2), toolTexts.renew.kept(kept)];
      topics.publish('diagnostics.tool', { ...RUN, tool: 'renew', state: 'done', done: 12_408, summary });
    },
    answers: { 'diagnostics.findings': async () => ({ findings: [], total: 0 }) },
    shows: [toolTexts.renew.same(12_406)],
  },
  {
    screen: 'diagnostics',
    state: 'full',
    name: 'tool ended',
    route: TOOLS,
    world: ({ topics }) => {
      const summary = [
        toolTexts.verify.same(12_405, 48e9),
        toolTexts.verify.differ(3),
        toolTexts.verify.service(12_403),
        toolTexts.verify.nothing,
      ];
      topics.publish('diagnostics.tool', { ...RUN, state: 'done', done: 12_408, found: 3, summary });
    },
    answers: { 'diagnostics.findings': async () => ({ findings: FINDINGS, total: 3 }) },
    shows: ['Plates/plate8.csv', toolTexts.verify.differ(3)],
  },
  {
    screen: 'diagnostics',
    state: 'error',
    name: 'tool failed',
    route: TOOLS,
    world: ({ topics }) => {
      const fault = { kind: 'root-lost', path: '/home/ada/Lab/Raw data', why: 'missing' } as const;
      topics.publish('diagnostics.tool', { ...RUN, state: 'failed', fault });
    },
    answers: { 'diagnostics.findings': async () => ({ findings: [], total: 0 }) },
    shows: [words.tools.states.failed],
  },
];

/** How Benchtop is: health, log, support bundle and tools. */
export const diagnosticsScenes: readonly Scene[] = [...healthScenes, ...logScenes, ...bundleScenes, ...toolScenes];
