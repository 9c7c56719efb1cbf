import { pathQuestion } from '../edit/path-question.ts';
import { whyInfo } from './why-model.ts';
import { call } from '../../rpc/call.ts';

export const whyCalls = {
  /** Says what decides about a path, from what is recorded: works offline. */
  'why.path': call(pathQuestion, whyInfo),
};
