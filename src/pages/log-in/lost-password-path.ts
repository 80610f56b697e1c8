export const LOST_PASSWORD_PATH = "/login/lost-password";
