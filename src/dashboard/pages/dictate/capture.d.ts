/** The address under which the browser loads the script. */
declare const address: string;
export default address;
