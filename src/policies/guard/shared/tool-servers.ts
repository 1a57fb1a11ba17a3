// Groups of MCP servers, by words in their names.
import { pattern } from '../../../shell/base/pattern.ts';

/**
 * Servers that edit a document of the project, or the agent's own notes, browser and devices. Deleting is part of their
 * normal work.
 */
export const EDITORS = pattern(`
  # Notes and tasks of the agent, and files.
  memory|thinking|serena|filesystem|task_?master|(^|_)todo(_|$)|
  # Browsers.
  playwright|puppeteer|chrome|browser|
  # Drawings, games and models.
  figma|excalidraw|penpot|(^|_)unity(_|$)|unreal|blender|godot|
  # Office documents.
  (^|_)(word|excel)(_|$)|powerpoint|pptx|docx|
  # Editors and debuggers.
  jupyter|notebook|language_server|jetbrains|debug|
  # Devices and simulators.
  mobile|appium|simulator|xcode|android
`);

/** Servers whose whole content is valuable, so that a verb alone is dangerous: `mcp__redis__flushall`. */
export const SERVICES = pattern(`
  # Databases.
  redis|mongo|mysql|maria|postgres|sqlite|supabase|neon|planetscale|dynamo|
  # Infrastructure and containers.
  terraform|pulumi|kubernetes|k8s|kubectl|helm|aws|gcp|gcloud|azure|docker|
  # Platforms and hosts.
  heroku|cloudflare|vercel|netlify|railway|digitalocean|firebase|coolify|dokploy|
  portainer|nomad|proxmox|hetzner|vultr|linode|hostinger|(^|_)(fly|render)(_|$)|
  # Payments and customers.
  stripe|paypal|salesforce
`);

/** Servers that keep people's documents, mail and contacts, where a deleted file is not one of the project. */
export const DOCUMENTS = pattern(`
  # Notes and documents.
  obsidian|notion|drive|dropbox|onedrive|sharepoint|evernote|onenote|confluence|
  # Storage.
  icloud|s3|storage|ftp|webdav|minio|
  # Tables, mail and contacts.
  airtable|coda|mail|outlook|(^|_)(box|notes|contacts|calendar|reminders|bear|keep)(_|$)
`);

/** Servers that keep secrets. */
export const SECRET_SERVERS =
  /1password|onepassword|(^|_)op($|_)|bitwarden|lastpass|dashlane|keepass|keychain|vault|secret_?s?_?manager|doppler|infisical/;

export const MAIL = /mail|outlook/;

export const GIT_HOSTS = /git_?(hub|lab|ea)|gitee|bitbucket|forgejo|azure_?devops/;

/** Servers from which everybody installs packages. */
export const REGISTRIES = /(^|_)(npm|pypi|crates|nuget|rubygems|maven)(_|$)|docker_?hub/;

/** Servers on which `publish` hands a message to programs. */
export const BROKERS = /redis|mqtt|kafka|rabbit|nats|pubsub|queue|broker|event/;
