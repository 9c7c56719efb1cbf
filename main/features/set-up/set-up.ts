import type { Handlers } from '../../../shared/contract.ts';
import { FaultError } from '../../../shared/fault.ts';
import { isUuid } from '../../../shared/ids.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import type { ComputerKind, SetUpState } from '../../../shared/features/set-up/model.ts';
import { setUpTexts } from '../../../shared/features/set-up/text.ts';
import { ensureDraftsFolder, ensureUserFolder } from '../../remote/api/calls/folders.ts';
import { givenName, giveName } from './computer-name.ts';
import type { AppContext } from '../../items/app-context.ts';
import { checkPlace, defaultPlace, makePlace, planned } from '../../items/local/check-place.ts';
import { preview } from './set-up-preview.ts';
import { apiNow, foldersIn, measure } from './remote-choice.ts';

type SetUpCall = keyof Handlers & `setUp.${string}`;

const KIND = 'computerKind';
const DONE = 'setUpDone';
const CHECKLIST = 'checklist';

/** Choices before the first sync. */
export function setUpHandlers(context: AppContext): Pick<Handlers, SetUpCall> {
  const { journal } = context;
  return {
    'setUp.setComputer': ({ kind }) => {
      journal.facts.set(KIND, kind);
      context.changed();
      return Promise.resolve(null);
    },
    'setUp.computer': () => Promise.resolve({ kind: kindOf(journal.facts.get(KIND)) }),
    'setUp.name': async () => {
      const now = context.settings.computer;
      return { now, next: givenName(journal.facts) ?? now };
    },
    'setUp.setName': async ({ name }) => {
      giveName(journal.facts, name);
      return null;
    },
    'setUp.finish': () => {
      journal.facts.set(DONE, 'yes');
      context.changed();
      return Promise.resolve(null);
    },
    'setUp.putChecklistAway': () => {
      journal.facts.set(CHECKLIST, 'away');
      context.changed();
      return Promise.resolve(null);
    },
    'setUp.plan': input => planned(context, input),
    'setUp.defaultPlace': () => Promise.resolve({ path: defaultPlace(context) }),
    'setUp.checkPlace': ({ path }) => checkPlace(context, path),
    'setUp.makePlace': ({ path }) => makePlace(context, path),
    'setUp.folders': ({ parent }) => foldersIn(context, parent),
    'setUp.measure': ({ folder }) => measure(context, folder),
    'setUp.preview': input => preview(context, input),
    'setUp.myFolder': async () => {
      const { engine } = context;
      const line = (await engine.link()).line(journal.facts.get('organization'));
      // GAP: the field with the folder's id is not documented.
      const made = await ensureUserFolder(line, { body: {} });
      return named(context, made.userFolderId ?? made.id, setUpTexts.myFolder);
    },
    'setUp.drafts': async () => {
      const line = (await context.engine.link()).line(journal.facts.get('organization'));
      const made = await ensureDraftsFolder(line, { body: {} });
      return named(context, made.folderId ?? made.id, setUpTexts.drafts);
    },
  };
}

/** How far this computer is set up. */
export function setUpStateOf({ facts, mirrors }: AppContext['journal']): SetUpState {
  const isDone = facts.get(DONE) === 'yes';
  return {
    kind: kindOf(facts.get(KIND)),
    isDone: isDone || mirrors.all().length > 0,
    showsChecklist: isDone && facts.get(CHECKLIST) !== 'away',
  };
}

function kindOf(text: string | null): ComputerKind | null {
  return text === 'own' || text === 'instrument' || text === 'shared' ? text : null;
}

/** A folder the service just made or found, with its name. */
async function named(context: AppContext, id: string, otherwise: string): Promise<{ id: string; name: string }> {
  if (!isUuid(id)) throw new FaultError({ kind: 'failing', status: 200, messages: [] });
  const { name } = await (await apiNow(context)).folder(id.toLowerCase() as ServiceId);
  return { id, name: name === '' ? otherwise : name };
}
