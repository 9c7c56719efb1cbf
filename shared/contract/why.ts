import { pathQuestion } from '../model/path-question.ts';
import { whyInfo } from '../model/why.ts';
import { call } from './call.ts';

export const whyCalls = {
  /** Says what decides about a path, from what is recorded: works offline. */
  'why.path': call(pathQuestion, whyInfo),
};
