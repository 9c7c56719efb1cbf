import { attachmentEndpoints, taskEndpoints } from '../../../../shared/api/calls/tasks.ts';
import { asking } from '../ask.ts';

/** `GET /tasks`: The caller's tasks; active ones unless another status is asked for. */
export const listTasks = asking(taskEndpoints.listTasks);

/** `POST /tasks`: Begins a conversation with the agent, with a first message when there is one. */
export const createTask = asking(taskEndpoints.createTask);

/** `GET /tasks/{id}`: A task with its newest messages. */
export const getTask = asking(taskEndpoints.getTask);

/** `PUT /tasks/{id}`: Changes the title or the status of a task. */
export const updateTask = asking(taskEndpoints.updateTask);

/** `DELETE /tasks/{id}`: Archives a task. */
export const archiveTask = asking(taskEndpoints.archiveTask);

/** `GET /tasks/{id}/messages`: A task's messages, backwards: without a cursor the newest, with one those before it. */
export const listMessages = asking(taskEndpoints.listMessages);

/** `POST /tasks/{id}/messages`: Says something to the agent, which replies in the background. */
export const sendMessage = asking(taskEndpoints.sendMessage);

/** `POST /tasks/{id}/unarchive`: Makes an archived task active again. */
export const unarchiveTask = asking(taskEndpoints.unarchiveTask);

/** `GET /tasks/{taskId}/attachments`: A task's attachments, oldest first. */
export const listAttachments = asking(attachmentEndpoints.listAttachments);

/** `DELETE /tasks/{taskId}/attachments/{attachmentId}`: Removes an attachment with its stored object. */
export const deleteAttachment = asking(attachmentEndpoints.deleteAttachment);

/** `GET /tasks/{taskId}/attachments/{attachmentId}/content`: A presigned address of an attachment's bytes. */
export const getAttachmentContent = asking(attachmentEndpoints.getAttachmentContent);

/** `POST /tasks/{taskId}/files/rendered`: Announces a file that the caller rendered from another; its bytes go to the address in the answer. */
export const initiateRenderedFile = asking(attachmentEndpoints.initiateRenderedFile);

/** `POST /tasks/{taskId}/files/rendered/{id}/confirm`: Turns the stored bytes into an attachment of the task and a file of the knowledge base. */
export const confirmRenderedFile = asking(attachmentEndpoints.confirmRenderedFile);

/** `GET /attachments/search`: Files that agents made or people rendered, by name, newest first. */
export const searchAttachments = asking(attachmentEndpoints.searchAttachments);
