// Lists every behaviour by the name that specs use.
import type { Behaviour } from '../behaviour.ts';
import * as agents from './agents.ts';
import * as clientFiles from './client-files.ts';
import * as deletes from './deletes.ts';
import * as disks from './disks.ts';
import * as exhaustion from './exhaustion.ts';
import {
  downloadsReleases,
  fetchesWithGet,
  makesLinks,
  makesPipe,
  savesInput,
  unpacks,
} from './file-contents.ts';
import * as fileOperands from './file-operands.ts';
import * as find from './find.ts';
import { git } from './git.ts';
import { forgeApi, http } from './http.ts';
import * as manifests from './manifests.ts';
import * as mongo from './mongo.ts';
import * as permissions from './permissions.ts';
import * as powershell from './powershell.ts';
import { printers } from './printers.ts';
import * as privilege from './privilege.ts';
import * as processes from './processes.ts';
import * as propertyLists from './property-lists.ts';
import { redis } from './redis.ts';
import * as repeaters from './repeaters.ts';
import * as sent from './sent.ts';
import * as servers from './servers.ts';
import * as sockets from './sockets.ts';
import * as sources from './sources.ts';
import { sqlArguments, sqlClient, sqlOption } from './sql.ts';
import * as typing from './typing.ts';
import * as wrappers from './wrappers.ts';

const { rawSocket: _rawSocket, ...socketBehaviours } = sockets;

export const behaviours = {
  ...agents,
  ...clientFiles,
  ...deletes,
  ...disks,
  ...exhaustion,
  ...fileOperands,
  ...find,
  git,
  http,
  forgeApi,
  makesLinks,
  makesPipe,
  savesInput,
  downloadsReleases,
  fetchesWithGet,
  unpacks,
  ...manifests,
  ...mongo,
  ...permissions,
  ...powershell,
  ...printers,
  ...privilege,
  ...processes,
  ...propertyLists,
  redis,
  ...repeaters,
  ...sent,
  ...servers,
  ...socketBehaviours,
  ...sources,
  ...typing,
  sqlClient,
  sqlOption,
  sqlArguments,
  ...wrappers,
} satisfies Record<string, Behaviour>;
