/** Whom PostgreSQL runs as: empty for ourselves. It refuses root, so that root hands it to the account `nobody`. */
export interface Account {
  uid?: number;
  gid?: number;
}

const NOBODY = 65534;

/** The account for PostgreSQL when this process starts it. */
export const accountForPostgres = (): Account => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {});

/**
 * How PostgreSQL is told its data folder, which is also its working folder. `nobody` may not be able to enter the folders
 * above by name; Linux lets it use the folder that it was started in.
 */
export const dataFolderArgument = (folder: string, account: Account): string =>
  account.uid !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : folder;
