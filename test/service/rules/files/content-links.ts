import type { ContentLink } from '../../../../shared/api/calls/files.ts';
import type { Site } from '../ground/access.ts';
import type { Grant, StoredContent } from '../ground/backend.ts';
import { ok, varied } from '../ground/route.ts';
import type { Answer } from '../ground/route.ts';
import { isoTime } from '../ground/shapes.ts';

/** What is to be downloaded, and under which name. */
export type Downloadable = StoredContent & Pick<Grant, 'contentType' | 'fileName'>;

/** A presigned address of an object's bytes, under the name the switch asks for. */
export function contentLink(site: Site, wanted: Downloadable): Answer<ContentLink> {
  const { presignedTtlSeconds, contentUrlName, inlineContentBytes } = site.backend.switches();
  const { objectKey, contentType, sizeBytes, fileName } = wanted;
  const isSmall = inlineContentBytes !== null && sizeBytes <= inlineContentBytes;
  if (isSmall && contentType.startsWith('text/'))
    return { status: 200, inlined: { objectKey, sizeBytes }, varied: true };
  const expiresMs = site.backend.nowMs() + presignedTtlSeconds * 1000;
  const url = site.backend.links.sign({ verb: 'GET', objectKey, contentType, fileName, expiresMs });
  if (contentUrlName === 'bare') return varied(url);
  const about = { expiresAt: isoTime(expiresMs), fileName, contentType, sizeBytes };
  return contentUrlName === 'url' ? ok({ url, ...about }) : varied({ [contentUrlName]: url, ...about });
}
