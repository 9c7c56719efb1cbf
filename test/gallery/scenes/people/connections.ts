import type { Handlers } from '../../../../shared/contract.ts';
import { connectionTexts } from '../../../../shared/features/connections/text.ts';
import { connectionsPlace } from '../../../../shared/features/connections/place-text.ts';
import { connectionsWords as words } from '../../../../shared/features/connections/window-text.ts';
import { fail, failing, offline } from '../../lab/faults.ts';
import type { Hand } from '../../hand.ts';
import { ago } from '../../lab/lab.ts';
import { never, type Scene } from '../../scene.ts';
import { FREEZER, FULL, NONE, NOTES, ROBOT, STRANGE } from './connected-things.ts';

const ROUTE = '#/connections/list';
const CATALOGUE = '#/connections/catalogue';

const SERVER = 'Folianote: samples';

interface Part extends Pick<Scene, 'state' | 'shows'> {
  readonly name?: string;
  readonly route?: string;
  readonly answers?: Partial<Handlers>;
  readonly steps?: (hand: Hand) => Promise<void>;
}

function scene({ route = ROUTE, answers = {}, ...part }: Part): Scene {
  return { screen: 'connections', route, answers: { ...FULL, ...answers }, ...part };
}

/** Opens the menu of a line and chooses from it. */
const choosing = (name: string, line: string) => async (hand: Hand) => {
  await hand.press(words.list.more(name));
  await hand.press(line);
};

const lists: readonly Scene[] = [
  scene({ state: 'loading', answers: { 'connections.list': never }, shows: [words.reading] }),
  scene({ state: 'empty', answers: NONE, shows: [words.list.empty, words.list.toCatalogue] }),
  scene({
    state: 'empty',
    name: 'no such thing',
    answers: { ...NONE, 'connections.list': async () => ({ isThere: false, connections: [] }) },
    shows: [words.absent],
  }),
  {
    ...scene({ state: 'no-permission', name: 'signed out', shows: [words.signedOut, words.signIn] }),
    world: ({ topics }) => topics.publish('account.session', { name: 'signed-out' }),
  },
  scene({
    state: 'partial',
    answers: {
      'connections.list': async () => ({ isThere: true, connections: [STRANGE] }),
      'connections.inventory': failing,
      'connections.catalogue': failing,
    },
    steps: hand => hand.press(words.list.facts),
    shows: ['pondering', 'team', 'pigeon', 'region'],
  }),
  scene({ state: 'offline', answers: { ...NONE, 'connections.list': offline }, shows: [words.again] }),
  scene({ state: 'error', answers: { ...NONE, 'connections.list': failing }, shows: [words.again] }),
  scene({
    state: 'no-permission',
    answers: {
      'connections.inventory': async () => ({ mayLook: false, connections: [] }),
      'connections.setEnabled': async () =>
        fail({ kind: 'bad-request', detail: connectionTexts.notAllowed(['You need to be an owner or admin.']) }),
    },
    steps: hand => hand.press(`${words.list.isOn} Plate robot`),
    shows: ['Nothing was changed'],
  }),
  scene({ state: 'full', shows: ['Plate robot', 'Connected', 'Organization', words.list.isDefault] }),
  scene({
    state: 'full',
    name: 'removed ones',
    steps: async hand => {
      await hand.press(words.list.removed);
      await hand.see('Old notebook');
    },
    shows: [words.list.isRemoved],
  }),
  scene({
    state: 'full',
    name: 'details',
    steps: hand => hand.press(`${words.list.facts} Plate robot`),
    shows: [words.list.headerNames(['Authorization', 'X-Bench'])],
  }),
];

const sheets: readonly Scene[] = [
  scene({
    state: 'full',
    name: 'adding',
    steps: async hand => {
      await hand.press(words.list.add);
      await hand.write(words.form.name, 'Plate robot');
      await hand.press(words.form.addHeader);
      await hand.write(words.form.headerName(1), 'Authorization');
    },
    shows: [words.form.addTitle, words.form.headerValue(1)],
  }),
  scene({
    state: 'error',
    name: 'not added',
    answers: { 'connections.add': offline },
    steps: async hand => {
      await hand.press(words.list.add);
      await hand.write(words.form.name, 'Plate robot');
      await hand.write(words.form.url, 'https://robot.example');
      await hand.press(words.form.add);
    },
    shows: [words.unreached],
  }),
  scene({
    state: 'full',
    name: 'editing at another server',
    steps: async hand => {
      await choosing('Plate robot', words.list.edit)(hand);
      await hand.write(words.form.url, 'https://other.example/mcp');
    },
    shows: [words.form.moved, words.form.replace],
  }),
  scene({
    state: 'full',
    name: 'replacing headers',
    steps: async hand => {
      await choosing('Plate robot', words.list.edit)(hand);
      await hand.press(words.form.replace);
    },
    shows: [words.form.replacing, words.form.keep],
  }),
  scene({
    state: 'full',
    name: 'removing',
    steps: choosing('Freezers of the institute', words.list.remove),
    shows: [words.remove.everybody],
  }),
  scene({
    state: 'full',
    name: 'tried',
    answers: {
      'connections.probe': async () => ({
        probe: {
          status: 'connected',
          message: 'Three tools answered.',
          tools: ['list', 'read', 'write'].map(name => ({ name, allowed: name !== 'write' })),
          checkedAt: ago(0),
        },
        connection: ROBOT,
      }),
    },
    steps: hand => hand.press(`${words.list.probe} Plate robot`),
    shows: [words.probe.tools(3), words.probe.notAllowed],
  }),
  scene({
    state: 'error',
    name: 'tried and failed',
    answers: {
      'connections.probe': async () => ({
        probe: { status: 'failed', message: 'There is no server of this name.', tools: [], checkedAt: null },
        connection: FREEZER,
      }),
    },
    steps: hand => hand.press(`${words.list.probe} Plate robot`),
    shows: ['There is no server of this name.'],
  }),
];

const offers: readonly Scene[] = [
  scene({ state: 'full', name: 'catalogue', route: CATALOGUE, shows: ['Wellcount', words.catalogue.off] }),
  scene({
    state: 'full',
    name: 'rules',
    route: CATALOGUE,
    steps: async hand => {
      await hand.see('Wellcount');
      await hand.press(`${words.catalogue.rules} Folianote`);
    },
    shows: [words.rules.groups, words.rules.domains],
  }),
  scene({
    state: 'error',
    name: 'rules that somebody else changed',
    route: CATALOGUE,
    answers: {
      'connections.setPolicy': async () =>
        fail({
          kind: 'bad-request',
          detail: connectionTexts.changedMeanwhile(connectionTexts.policyFields.accessLevel, '“read”'),
        }),
    },
    steps: async hand => {
      await hand.press(`${words.catalogue.rules} Folianote`);
      await hand.press(words.rules.enabled);
      await hand.press(words.rules.save);
    },
    shows: ['Nothing was overwritten'],
  }),
  scene({
    state: 'full',
    name: 'registry',
    route: '#/connections/registry',
    shows: [words.registry.about, SERVER, words.registry.more],
  }),
  scene({
    state: 'full',
    name: 'adding from the registry',
    route: '#/connections/registry',
    steps: hand => hand.press(`${words.registry.add} ${SERVER}`),
    shows: [words.form.strangers],
  }),
  scene({
    state: 'empty',
    name: 'registry',
    route: '#/connections/registry',
    answers: { 'connections.browse': async () => ({ servers: [], next: null }) },
    shows: [words.registry.empty],
  }),
  scene({
    state: 'full',
    name: 'inventory',
    route: '#/connections/inventory',
    steps: hand => hand.press(words.tabs.inventory),
    shows: ['ben.okafor@example.org', words.inventory.off],
  }),
  {
    ...scene({ state: 'full', name: 'way from settings', route: '#/settings/connections', shows: [] }),
    shows: [connectionsPlace.open],
  },
];

const connect = async (hand: Hand): Promise<void> => {
  await hand.see('Folianote');
  await hand.press(`${words.catalogue.connect} Folianote`);
};
const begin = async (hand: Hand): Promise<void> => {
  await connect(hand);
  await hand.press('folianote-read');
  await hand.press(words.authorize.go);
};

const authorizing: readonly Scene[] = [
  scene({ state: 'full', name: 'authorizing', route: CATALOGUE, steps: connect, shows: [words.authorize.about] }),
  scene({
    state: 'loading',
    name: 'waiting for the browser',
    route: CATALOGUE,
    steps: begin,
    shows: [words.authorize.waitTitle, words.authorize.open],
  }),
  scene({
    state: 'error',
    name: 'somebody else came back',
    route: CATALOGUE,
    answers: { 'connections.outcome': async () => ({ name: 'mismatch' }) },
    steps: begin,
    shows: [words.authorize.ended.mismatch, words.authorize.anew],
  }),
  scene({
    state: 'error',
    name: 'refused there',
    route: CATALOGUE,
    answers: { 'connections.outcome': async () => ({ name: 'refused', message: 'The person said no.' }) },
    steps: begin,
    shows: [words.authorize.ended.refused, 'The person said no.'],
  }),
  scene({
    state: 'full',
    name: 'connected',
    route: CATALOGUE,
    answers: { 'connections.outcome': async () => ({ name: 'connected', connection: NOTES }) },
    steps: begin,
    shows: [words.authorize.done('Folianote', 'ada@example.org')],
  }),
];

export const connectionScenes: readonly Scene[] = [...lists, ...sheets, ...offers, ...authorizing];
