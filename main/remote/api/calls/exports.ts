import { exportEndpoints } from '../../../../shared/api/calls/exports.ts';
import { asking, opening } from '../ask.ts';

/** `POST /organizations/{organizationId}/exports`: Begins to build a bundle of the organization's data. */
export const startExport = asking(exportEndpoints.startExport);

/** `GET /organizations/{organizationId}/exports/{jobId}`: How far an export is. */
export const getExport = asking(exportEndpoints.getExport);

/** `GET /organizations/{organizationId}/exports/{jobId}/download`: Leads to a freshly signed, short-lived address of an export's bundle. */
export const downloadExport = opening(exportEndpoints.downloadExport);
