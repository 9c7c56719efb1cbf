import type { Endpoint } from '../../../../shared/api/endpoint.ts';
import type { Switches } from '../../switches.ts';
import type { Answer } from './route.ts';

/**
 * The forms an answer may take beside the declared one, where it is unknown which the live service sends (wire facts 1, 2
 * and 5). The switches choose; with the defaults an answer stays as it is.
 */
export function asSwitched(endpoint: Endpoint, answer: Answer, switches: Switches): Answer {
  if (answer.status === 204 && switches.emptyAnswers === 200) return { ...answer, status: 200 };
  if (answer.json === undefined) return answer;
  const isChange = endpoint.method === 'PUT' || endpoint.method === 'PATCH';
  if (isChange && switches.changesAnswer === 'empty') return { status: answer.status, headers: answer.headers ?? {} };
  const json = listForm(endpoint, inMessageOrder(endpoint, answer.json, switches), switches);
  return { ...answer, json: changesFields(switches) ? withFields(json, switches) : json };
}

/** The error body of section 7 in the form a switch asks for. */
export function errorAsSwitched(answer: Answer, { errorForm }: Switches): Answer {
  if (errorForm === 'full' || answer.json === undefined) return answer;
  if (errorForm === 'empty') return { status: answer.status, headers: answer.headers ?? {} };
  const { errorCode: _, ...rest } = answer.json as { readonly errorCode?: unknown };
  return { ...answer, json: rest };
}

type Fields = { readonly [name: string]: unknown };

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPage(value: unknown): value is Fields & { readonly items: readonly unknown[] } {
  return isFields(value) && Array.isArray(value['items']) && 'totalCount' in value;
}

/** Lists with or without their envelope. The answer to a batch has a switch of its own. */
function listForm({ path }: Endpoint, json: unknown, { listForms, batchForm }: Switches): unknown {
  if (path.endsWith('/upload/batch')) return batchForm === 'items' ? { items: json } : json;
  const unwraps = listForms === 'bare' || listForms === 'swapped';
  const wraps = listForms === 'paged' || listForms === 'swapped';
  if (isPage(json)) return unwraps ? json.items : json;
  return Array.isArray(json) && wraps ? onePage(json) : json;
}

function onePage(items: readonly unknown[]): object {
  const { length } = items;
  const totalPages = length === 0 ? 0 : 1;
  return {
    items,
    page: 1,
    pageSize: Math.max(1, length),
    totalCount: length,
    totalPages,
    hasNextPage: false,
    hasPreviousPage: false,
  };
}

function inMessageOrder({ path, method }: Endpoint, json: unknown, { messageOrder }: Switches): unknown {
  const hasMessages = method === 'GET' && path === '/tasks/{id}/messages';
  if (!hasMessages || messageOrder === 'ascending' || !isFields(json) || !Array.isArray(json['items'])) return json;
  return { ...json, items: json['items'].toReversed() };
}

type Group = Switches['leftOut'][number];

/** Which fields go with a group, of which objects. */
const GROUPS: {
  readonly [G in Group]: { readonly of: (fields: Fields) => boolean; readonly names: readonly string[] };
} = {
  paging: {
    of: isPage,
    names: ['page', 'pageSize', 'totalCount', 'totalPages', 'hasNextPage', 'hasPreviousPage'],
  },
  previousPage: { of: isPage, names: ['hasPreviousPage'] },
  latestVersion: { of: isFile, names: ['latestVersionId', 'latestVersion', 'extractionStatus'] },
  fileSize: { of: isFile, names: ['size'] },
  fileFolder: { of: isFile, names: ['folderId'] },
  fileMime: { of: isFile, names: ['mimeType'] },
  owner: { of: () => true, names: ['ownerId'] },
  versionDetails: {
    of: isVersion,
    names: [
      'versionNumber',
      'sizeBytes',
      'contentType',
      'createdBy',
      'changeSummary',
      'changeSource',
      'baseVersionId',
      'extractionStatus',
    ],
  },
  breadcrumbs: { of: () => true, names: ['breadcrumbs'] },
  expiry: { of: () => true, names: ['expiresAt'] },
};

function isFile(fields: Fields): boolean {
  return 'fileType' in fields;
}

function isVersion(fields: Fields): boolean {
  return 'versionNumber' in fields;
}

function changesFields(switches: Switches): boolean {
  const { leftOut, fileFieldNames, uploadTargetNames, messageMetadata, timesIn } = switches;
  const renames = fileFieldNames !== 'size' || uploadTargetNames !== 'uploadUrl';
  return leftOut.length > 0 || renames || messageMetadata !== 'string' || timesIn === 'seconds';
}

/** The same JSON with fields renamed or left out, at any depth. */
function withFields(value: unknown, switches: Switches): unknown {
  if (Array.isArray(value)) return value.map(each => withFields(each, switches));
  if (!isFields(value)) return value;
  const gone = new Set(switches.leftOut.flatMap(group => (GROUPS[group].of(value) ? GROUPS[group].names : [])));
  const names = renamed(value, switches);
  const kept = Object.entries(value).filter(([name]) => !gone.has(name));
  return Object.fromEntries(kept.map(([name, part]) => [names[name] ?? name, fieldValue(name, part, switches)]));
}

function fieldValue(name: string, part: unknown, switches: Switches): unknown {
  if (switches.timesIn === 'seconds' && name.endsWith('At') && typeof part === 'string')
    return part.replace(/\.\d{3}Z$/, 'Z');
  const isText = name === 'metadata' && typeof part === 'string' && switches.messageMetadata === 'object';
  return isText ? (JSON.parse(part) as unknown) : withFields(part, switches);
}

function renamed(fields: Fields, { fileFieldNames, uploadTargetNames }: Switches): { readonly [name: string]: string } {
  const ofFile = isFile(fields) && fileFieldNames === 'fileSizeBytes';
  const ofTarget = 'uploadUrl' in fields && uploadTargetNames === 'url';
  return {
    ...(ofFile ? { size: 'fileSizeBytes', mimeType: 'contentType' } : {}),
    ...(ofTarget ? { uploadUrl: 'url', fileId: 'id' } : {}),
  };
}
