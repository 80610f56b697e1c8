/** The script's text, as the page carries it. */
declare const text: string;
export default text;
