/** Who may do what with a recording, in SQL: the statements of this folder are made of these parts. */

export type Access = "owner" | "editor" | "viewer";

/** Folders that the viewer sees, by number. */
export const SEEN_FOLDERS = `SELECT number FROM recording_folders WHERE owner = @owner
  UNION ALL SELECT folder FROM recording_shares WHERE user_id = @userId AND folder IS NOT NULL`;

/** Null: none. The owner of the folder in which somebody put a recording edits it; of two roles the better counts. */
export const ACCESS = `CASE WHEN recordings.owner = @owner THEN 'owner' ELSE (
    SELECT min(role) FROM (
      SELECT role FROM recording_shares WHERE recording = recordings.number AND user_id = @userId
      UNION ALL SELECT role FROM recording_shares WHERE folder = recordings.folder AND user_id = @userId
      UNION ALL SELECT 'editor' FROM recording_folders WHERE number = recordings.folder AND owner = @owner)) END`;
