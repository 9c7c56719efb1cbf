import { beyondEndpoints } from '../../../shared/api/beyond.ts';
import { asking } from './ask.ts';

/** `GET /version`: Which build of the service answers. */
export const getVersion = asking(beyondEndpoints.getVersion);
