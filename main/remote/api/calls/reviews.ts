import { reviewEndpoints } from '../../../../shared/api/calls/reviews.ts';
import { asking } from '../ask.ts';

/** `GET /kb-review-items`: What auto-tidy proposes for files the caller may change; undecided ones unless asked otherwise. */
export const listReviewItems = asking(reviewEndpoints.listReviewItems);

/** `POST /kb-review-items/{id}/approve`: Carries a proposal out, as long as it still fits. */
export const approveReviewItem = asking(reviewEndpoints.approveReviewItem);

/** `POST /kb-review-items/{id}/reject`: Drops a proposal; it is not made again. */
export const rejectReviewItem = asking(reviewEndpoints.rejectReviewItem);
