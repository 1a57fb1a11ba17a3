/** A patch, in the form of `diff` or of a coding agent, that changes the registration of hooks or a file of Pawl. */
export const PATCHES_REGISTRATION =
  /^(\+\+\+|---|\*\*\* (Update|Add|Delete) File:|\*\*\* Move to:|rename to|copy to) \S*(\.claude\/settings[\w.]*\.json|\.pawl\/)/m;
