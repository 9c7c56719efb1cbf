import { badRequest } from '../../../shared/fault.ts';
import type { ServiceId } from '../../../shared/ids.ts';
import { sharingTexts as texts } from '../../../shared/features/sharing/text.ts';
import type { Line } from '../../remote/api/ask.ts';
import { calls } from '../../remote/api/calls.ts';
import type { ServiceApi } from '../../remote/api/service.ts';
import { detailOf, type RemoteDetail, type Thing, thingOf } from '../../items/resolve-id.ts';
import type { AppContext } from '../../items/app-context.ts';
import type { Entry } from './access-rows.ts';

/** The recipient of a share: one of these. */
interface ShareBody {
  readonly userId?: number;
  readonly teamId?: string;
  readonly isOrgWide?: true;
  readonly role: 'viewer' | 'editor' | 'admin';
}

/** An item whose access is viewed or changed, with the calls for its kind. */
export interface Subject {
  /** The id of the requested row. */
  readonly id: string;
  readonly now: RemoteDetail;
  readonly line: Line;
  readonly api: ServiceApi;
  /** Its organization; null: the key's own. */
  readonly organization: string | null;
  access(): Promise<readonly Entry[]>;
  shares(): Promise<readonly Entry[]>;
  share(body: ShareBody): Promise<unknown>;
  unshare(entry: string): Promise<unknown>;
}

/** The service's id of an item. @throws FaultError `bad-request` while the service does not have it. */
export function sharedIdOf(thing: Thing): ServiceId {
  if (thing.where === 'service') return thing.id;
  const { item, mirror } = thing;
  const id = item.id === mirror.rootItem ? mirror.remoteId : item.remote?.id;
  if (id === undefined) throw badRequest(texts.notThere);
  return id;
}

/** Finds an item at the service. @throws FaultError `gone`, `offline`, `bad-request`. */
export async function subjectOf(context: AppContext, id: string): Promise<Subject> {
  const { journal, engine } = context;
  const thing = thingOf(journal, id);
  const sharedId = sharedIdOf(thing);
  const organization =
    (thing.where === 'mirror' ? thing.mirror.organization : null) ?? journal.facts.get('organization');
  const link = await engine.connection();
  const [api, line] = [link.api(organization), link.line(organization)];
  // A mirror's root folder is not among its items.
  const isRoot = thing.where === 'mirror' && thing.item.id === thing.mirror.rootItem;
  const now = await detailOf(api, isRoot ? { where: 'service', id: sharedId } : thing);
  return { id, now, line, api, organization, ...callsFor(line, now) };
}

function callsFor(line: Line, { id, kind }: RemoteDetail): Pick<Subject, 'access' | 'shares' | 'share' | 'unshare'> {
  const path = { id };
  if (kind === 'folder')
    return {
      access: () => calls.listFolderAccess(line, { path }),
      shares: () => calls.listFolderShares(line, { path }),
      share: body => calls.shareFolder(line, { path, body }),
      unshare: aceId => calls.unshareFolder(line, { path: { id, aceId } }),
    };
  return {
    access: () => calls.listFileAccess(line, { path }),
    shares: () => calls.listFileShares(line, { path }),
    share: body => calls.shareFile(line, { path, body }),
    unshare: aceId => calls.unshareFile(line, { path: { id, aceId } }),
  };
}
