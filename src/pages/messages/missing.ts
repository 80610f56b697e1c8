/** Where an address leads nowhere. */
import type { Catalogues } from "../../web/language.ts";

const en = {
  title: "There is nothing at this address",
  lead: "It may be misspelt, or what was here has been erased or moved. If somebody sent you the link, ask them for another.",
  forAdministrator: "For your administrator",
  address: "Address",
  request: "Request",
};

export const missingMessages: Catalogues<typeof en> = {
  en,
  de: {
    title: "Unter dieser Adresse ist nichts",
    lead: "Vielleicht ist sie falsch geschrieben, oder was hier war, wurde gelöscht oder ist umgezogen. Hat Ihnen jemand den Link geschickt, bitten Sie um einen neuen.",
    forAdministrator: "Für Ihre Administration",
    address: "Adresse",
    request: "Anfrage",
  },
  fr: {
    title: "Il n’y a rien à cette adresse",
    lead: "Elle est peut-être mal écrite, ou ce qui s’y trouvait a été effacé ou déplacé. Si quelqu’un vous a envoyé le lien, demandez-lui-en un autre.",
    forAdministrator: "Pour votre administrateur",
    address: "Adresse",
    request: "Requête",
  },
  es: {
    title: "No hay nada en esta dirección",
    lead: "Puede que esté mal escrita, o que lo que había aquí se haya borrado o movido. Si alguien le envió el enlace, pídale otro.",
    forAdministrator: "Para su administrador",
    address: "Dirección",
    request: "Solicitud",
  },
};
