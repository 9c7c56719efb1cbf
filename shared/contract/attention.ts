import { attentionCount, attentionList } from '../model/attention.ts';
import { call, nothing } from './call.ts';

export const attentionCalls = {
  /** Everything that needs a person: removals to decide about, conflicts, what is stuck. */
  'attention.list': call(nothing, attentionList),
};

/** Tells when `attention.list` gives something else. */
export const attentionTopics = { 'attention.count': attentionCount };
