/**
 * The styles of the screens, with the page: the server draws whichever step a sale is in, and its words must not stand bare
 * until that step's script has come.
 */
