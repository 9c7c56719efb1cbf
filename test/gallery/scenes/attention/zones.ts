import type { Handlers } from '../../../../shared/contract.ts';
import { zoneTexts } from '../../../../shared/features/zones/text.ts';
import { localFolderTexts } from '../../../../shared/features/set-up/local-folder-text.ts';
import { SETTLE_WORDS, zonesWords as words } from '../../../../shared/features/zones/window-text.ts';
import { wizardWords as wizard } from '../../../../shared/features/zones/wizard-text.ts';
import { HOUR } from '../../../../shared/units.ts';
import { broken } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { never, type Scene } from '../../scene.ts';
import { ALERTS, ALL, HALF, OFFLINE, REFUSING, RUN, SIGNED_OUT, TEST, WAITS, zonesOf } from './zone-things.ts';

interface Part extends Pick<Scene, 'state' | 'shows'> {
  readonly name?: string;
  readonly route?: string;
  readonly answers?: Partial<Handlers>;
  readonly steps?: (hand: Hand) => Promise<void>;
}

function scene({ route = '#/zones', answers = {}, ...part }: Part): Scene {
  return { screen: 'zones', route, answers: { ...zonesOf(ALL, ALERTS), ...answers }, ...part };
}

/** When what was said of the next runs ends. */
const SOON = Date.now() + 11 * HOUR;

const cards: readonly Scene[] = [
  scene({ state: 'loading', answers: { 'zones.list': never }, shows: [words.reading] }),
  scene({ state: 'empty', answers: zonesOf([]), shows: [words.empty, words.add] }),
  scene({
    state: 'full',
    shows: ['Orbitrap', 'ELISA plate 8', zoneTexts.states['folder-missing'], words.seen],
  }),
  scene({
    state: 'partial',
    answers: zonesOf([HALF], ALERTS),
    steps: hand => hand.press(words.unreadable(2)),
    shows: ['Users/chen', 'EACCES', words.seen],
  }),
  scene({
    state: 'error',
    answers: { 'zones.list': broken },
    shows: [words.again],
  }),
  scene({ state: 'offline', answers: zonesOf([OFFLINE]), shows: [zoneTexts.states.offline] }),
  scene({
    state: 'no-permission',
    answers: zonesOf([REFUSING, SIGNED_OUT]),
    shows: [zoneTexts.states['destination-refuses'], zoneTexts.states['signed-out']],
  }),
  scene({
    state: 'full',
    name: 'removing',
    answers: zonesOf([OFFLINE]),
    steps: async hand => {
      await hand.press(words.more('Gel imager'));
      await hand.press(words.remove);
    },
    shows: [words.removing.waits(12)],
  }),
];

const proofs: readonly Scene[] = [
  scene({
    state: 'empty',
    name: 'nothing is safe to remove',
    route: '#/zones/z2/safe',
    answers: { 'zones.report': async () => ({ rows: [], next: null }) },
    shows: [words.report.none, words.report.unverified(893), words.report.verifyNow],
  }),
  scene({
    state: 'full',
    name: 'runs',
    route: '#/zones/z3',
    shows: ['Slide 6', words.run.states.skipped, words.run.count(RUN)],
  }),
  scene({
    state: 'full',
    name: 'run',
    route: '#/zones/z3/12',
    shows: ['Chen Wu', words.run.manifests.due, words.run.fileStates.refused],
  }),
  scene({
    state: 'full',
    name: 'sending a run that waits',
    route: '#/zones/z3/14',
    answers: { 'zones.runPage': async () => WAITS },
    steps: hand => hand.press(words.run.sendNow),
    shows: [words.run.sendAbout],
  }),
  scene({
    state: 'full',
    name: 'safe to remove',
    route: '#/zones/z3/safe',
    steps: async hand => {
      await hand.see('frame_t0.ets');
      await hand.press(words.report.confirmed);
    },
    shows: [words.report.about, words.report.confirmedWarns, 'not read back'],
  }),
];

const NEW = '#/zones/new';

/** Says what every zone needs: its name, its folder, and where it goes. */
const toFolderStep = async (hand: Hand): Promise<void> => {
  await hand.write(wizard.folder.name, 'Orbitrap');
  await hand.write(wizard.folder.folder, '/mnt/orbitrap/data');
  await hand.press(wizard.folder.look);
};
const next = async (hand: Hand, step: keyof typeof wizard.steps): Promise<void> => {
  await hand.press(wizard.next);
  await hand.see(wizard.steps[step]);
};
/** On the third step a marker file is chosen, on the fifth an operator who is always the same. */
const toWhere = async (hand: Hand): Promise<void> => {
  await toFolderStep(hand);
  await next(hand, 'what');
  await next(hand, 'when');
  await hand.press(SETTLE_WORDS.marker.label);
  await hand.write(wizard.when.marker, '{run}.done');
  await next(hand, 'where');
  await hand.press('Instruments');
};

const making: readonly Scene[] = [
  scene({
    state: 'full',
    name: 'wizard folder',
    route: NEW,
    steps: toFolderStep,
    shows: [wizard.folder.fine, wizard.step(1, 7), localFolderTexts.choose],
  }),
  scene({
    state: 'full',
    name: 'wizard what',
    route: NEW,
    steps: async hand => {
      await toFolderStep(hand);
      await next(hand, 'what');
    },
    shows: [wizard.what.found, 'HeLa 01.raw', zoneTexts.verdicts.excluded],
  }),
  scene({
    state: 'full',
    name: 'wizard when',
    route: NEW,
    steps: async hand => {
      await toFolderStep(hand);
      await next(hand, 'what');
      await next(hand, 'when');
      await hand.press(wizard.pace.hours);
      await hand.write(wizard.pace.programs, 'Xcalibur');
    },
    shows: [wizard.pace.from, wizard.pace.programsHint],
  }),
  scene({
    state: 'full',
    name: 'wizard where',
    route: NEW,
    steps: toWhere,
    shows: [
      wizard.where.chosen('Instruments'),
      wizard.where.example('2026-11-23/HeLa 01.raw'),
      'Instruments / Orbitrap 2 / 2026-11-23',
    ],
  }),
  scene({
    state: 'full',
    name: 'wizard dry run',
    route: NEW,
    steps: async hand => {
      await toWhere(hand);
      await next(hand, 'labels');
      await hand.press(wizard.labels.operators.fixed);
      await hand.write(wizard.labels.person, 'Chen Wu');
      await next(hand, 'proof');
      await hand.press(wizard.proof.starts.since);
      await next(hand, 'test');
    },
    shows: [wizard.test.about, 'HeLa 01.raw', 'EACCES', wizard.test.start],
  }),
  scene({
    state: 'error',
    name: 'wizard',
    route: NEW,
    answers: { 'zones.test': async () => ({ ...TEST, troubles: [zoneTexts.missing('/mnt/orbitrap/data')] }) },
    steps: toFolderStep,
    shows: [wizard.test.againstTitle],
  }),
];

const others: readonly Scene[] = [
  scene({
    state: 'full',
    name: 'kiosk',
    route: '#/zones/kiosk',
    answers: { 'zones.hasPin': async () => true, 'zones.checkPin': async () => false },
    steps: async hand => {
      await hand.see('Orbitrap');
      await hand.press(words.big.leave);
      await hand.write(words.big.pin, '1234');
      await hand.press(words.big.leave);
    },
    shows: [words.big.pinTitle, words.big.pinWrong],
  }),
  scene({
    state: 'full',
    name: 'big view',
    route: '#/zones/kiosk',
    answers: { 'zones.hasPin': async () => false },
    shows: ['Orbitrap', 'Slide 4: 17 of 46 files arrived', '1,204 files safe to remove'],
  }),
  scene({
    state: 'full',
    name: 'big view of one',
    route: '#/zones/kiosk',
    answers: { ...zonesOf([OFFLINE]), 'zones.hasPin': async () => false },
    shows: [zoneTexts.states.offline],
  }),
  scene({
    state: 'empty',
    name: 'big view',
    route: '#/zones/kiosk',
    answers: { ...zonesOf([]), 'zones.hasPin': async () => false },
    shows: [words.big.none],
  }),
  scene({
    state: 'full',
    name: 'kiosk next runs',
    route: '#/zones/kiosk',
    answers: {
      ...zonesOf([{ ...HALF, next: { label: 'HeLa, 5 µM', operator: 'Chen Wu', until: SOON } }]),
      'zones.hasPin': async () => false,
    },
    steps: hand => hand.press(words.big.say),
    shows: [words.big.sayAbout, 'Next runs: HeLa, 5 µM'],
  }),
  scene({
    state: 'full',
    name: 'run operator',
    route: '#/zones/z3/12',
    steps: hand => hand.press(words.run.name),
    shows: [words.run.nameAbout],
  }),
  scene({
    state: 'full',
    name: 'audit',
    route: '#/zones/audit',
    answers: {
      'zones.auditCheck': async () => ({ lines: 48_212, cut: 1, brokenAt: null, lastHash: 'a1'.repeat(32) }),
    },
    shows: [words.chain.whole, words.chain.cut(1)],
  }),
];

export const zoneScenes: readonly Scene[] = [...cards, ...proofs, ...making, ...others];
