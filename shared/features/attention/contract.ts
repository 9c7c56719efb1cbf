import { attentionCount, attentionList } from './model.ts';
import { call, nothing } from '../../rpc/call.ts';

export const attentionCalls = {
  /** Everything that needs a person: removals to decide about, conflicts, what is stuck. */
  'attention.list': call(nothing, attentionList),
};

/** Tells when `attention.list` gives something else. */
export const attentionTopics = { 'attention.count': attentionCount };
