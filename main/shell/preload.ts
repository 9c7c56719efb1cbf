import { contextBridge, ipcRenderer, webUtils } from 'electron';
