import type { Handlers } from '../../../../shared/contract.ts';
import type { ChatUpload } from '../../../../shared/features/chat/files-model.ts';
import { chatFileTexts } from '../../../../shared/features/chat/files-text.ts';
import { chatPlace } from '../../../../shared/features/chat/place-text.ts';
import { chatWindow as words } from '../../../../shared/features/chat/window-text.ts';
import type { Hand } from '../../hand.ts';
import { DETAILS } from '../../lab/lab.ts';
import type { Scene } from '../../scene.ts';
import { answers, changes, FILES, OTHER, OWN, ROUTE, TASK, waiting } from './chat-stage.ts';
import { TABLE_FILE } from './chat-texts.ts';

const MENTIONS: Awaited<ReturnType<Handlers['chat.mention']>>['mentions'] = [
  { id: '1', file: TABLE_FILE, name: 'plate7.csv', from: 'here', path: 'Knowledge Base / Plates' },
  {
    id: OTHER,
    file: OTHER,
    name: 'plate 7, second reading with the new filter set and a long name.csv',
    from: 'files',
    path: null,
  },
  { id: OWN, file: OWN, name: 'plate7 summary.csv', from: 'attachments', path: null },
].map((each, at) => ({ ...each, from: each.from as 'here', task: null, extraction: at === 0 ? 'done' : 'pending' }));

const NO_DRAFT = { text: 'Look at these.', contextFiles: [], referencedFiles: [], openFile: null, attachmentIds: [] };

const UPLOADS: ChatUpload[] = (['kept', 'sending', 'coming', 'ready', 'failed'] as const).map((state, at) => ({
  id: `u${at}`,
  name: ['gel of Tuesday.tif', 'run 0448.fcs', 'notes.docx', 'layout.xlsx', 'setup.exe'][at] ?? '',
  sizeBytes: state === 'coming' ? null : 38_412_800,
  state,
  doneBytes: state === 'sending' ? 16_000_000 : 0,
  note: state === 'failed' ? chatFileTexts.refused('setup.exe', '.exe files are not accepted') : null,
}));

/** What a person does in a conversation. */
export const chatWritingScenes: readonly Scene[] = [
  {
    screen: 'chat',
    state: 'full',
    name: 'a file is mentioned',
    route: '#/chat',
    world: changes(),
    answers: answers({}, { 'chat.mention': async () => ({ mentions: MENTIONS, note: null }) }),
    steps: async ({ write, see }: Hand) => {
      await see(words.start.title);
      await write(words.composer.label, 'Compare it with @plate');
      await see('plate7.csv');
    },
    shows: ['plate7.csv', 'Knowledge Base / Plates', words.composer.fromTask],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'files of this computer',
    route: ROUTE,
    world: changes({ waiting: 1 }),
    answers: answers(
      { said: [], outbox: [waiting('w1', { uploads: ['u1', 'u3'] })] },
      {
        'chat.uploads': async ({ ids }) => UPLOADS.filter(({ id }) => ids.includes(id)),
        'chat.draft': async () => ({ ...NO_DRAFT, uploads: ['u0', 'u2', 'u4', 'u9'] }),
      },
    ),
    shows: [words.uploads.states.kept, words.uploads.sending(41), words.uploads.gone, words.composer.copying],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'files are held over it',
    route: ROUTE,
    world: changes(),
    answers: answers(),
    steps: async ({ see, dragOver }) => {
      await see('And in the run before it?');
      await dragOver('And in the run before it?');
    },
    shows: [words.composer.drop],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'saving a file of the task',
    route: ROUTE,
    world: changes(),
    answers: answers(),
    steps: async ({ press }) => {
      await press(words.files.show);
      await press(words.files.menu('plate7 summary.csv'));
      await press(words.files.save);
    },
    shows: [chatPlace.saving.title('plate7 summary.csv'), chatPlace.saving.hint],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'what the agent made is saved from its chip',
    route: ROUTE,
    world: changes(),
    answers: answers(
      {},
      {
        'chat.saveAttachment': async () => ({
          file: OWN,
          name: 'plate7 summary.csv',
          origin: { task: TASK, title: 'Plate 7 analysis', at: new Date().toISOString(), text: 'From a task.' },
          note: null,
        }),
      },
    ),
    steps: async ({ press }) => {
      await press(words.files.saveChip);
      await press('Knowledge Base');
      await press(chatPlace.saving.yes);
    },
    shows: [words.files.savedIn('Knowledge Base'), chatPlace.saving.saved('plate7 summary.csv', 'Knowledge Base')],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'a question about chosen files',
    route: '#/chat',
    world: changes(),
    answers: answers(
      {},
      {
        'chat.draft': async () => ({
          text: 'Which of the two is the better fit?',
          contextFiles: FILES,
          referencedFiles: [{ id: OWN, name: 'not sent yet.csv' }],
          openFile: { file: TABLE_FILE, version: null },
          attachmentIds: [],
        }),
        'files.details': async ({ id }) => {
          return { ...DETAILS, id, name: '', serviceId: id === OWN ? null : id, extraction: 'pending' };
        },
      },
    ),
    shows: [words.composer.context(3), words.files.notSent, words.files.uses.open],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'a table opened larger',
    route: ROUTE,
    world: changes(),
    answers: answers(),
    steps: async ({ press }) => press(words.table.open),
    shows: [words.table.label, words.table.save, words.table.close],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'the reading view',
    route: ROUTE,
    world: changes(),
    answers: answers(),
    steps: ({ press }) => press(words.reading.open),
    shows: [words.reading.title('Plate 7 analysis'), words.reading.part(3, 3)],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'renaming',
    route: ROUTE,
    world: changes(),
    answers: answers(),
    steps: async ({ press }) => {
      await press(words.conversation.actions);
      await press(words.tasks.rename);
    },
    shows: [words.tasks.renameTitle, words.tasks.title],
  },
  {
    screen: 'chat',
    state: 'full',
    name: 'removing a file of the task',
    route: ROUTE,
    world: changes(),
    answers: answers(),
    steps: async ({ press }) => {
      await press(words.files.show);
      await press(words.files.menu('curve fit.png'));
      await press(words.files.remove);
    },
    shows: [words.files.removeTitle('curve fit.png'), words.files.removeText],
  },
];
