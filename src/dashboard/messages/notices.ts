/** Notices of the system about long recordings. */
import { inLanguages } from "../state/language.ts";

export const notices = inLanguages({
  en: {
    label: "Tell me when a long recording is done",
    hint: "A notice of your system while tiro is in the background, in this browser alone.",
    refused: "This browser refuses notices of tiro. Allow them in its settings for this site.",
    done: "Recording transcribed",
    failed: "Recording not transcribed",
    body: (length: string) => `${length} of sound`,
  },
  de: {
    label: "Melden, wenn eine lange Aufnahme fertig ist",
    hint: "Eine Meldung Ihres Systems, während tiro im Hintergrund ist; nur in diesem Browser.",
    refused:
      "Dieser Browser lässt keine Meldungen von tiro zu. Erlauben Sie sie in seinen Einstellungen für diese Seite.",
    done: "Aufnahme transkribiert",
    failed: "Aufnahme nicht transkribiert",
    body: (length) => `${length} Ton`,
  },
  fr: {
    label: "Me prévenir quand un long enregistrement est prêt",
    hint: "Une notification de votre système pendant que tiro est en arrière-plan, dans ce navigateur seulement.",
    refused: "Ce navigateur refuse les notifications de tiro. Autorisez-les dans ses réglages pour ce site.",
    done: "Enregistrement transcrit",
    failed: "Enregistrement non transcrit",
    body: (length) => `${length} de son`,
  },
  es: {
    label: "Avisarme cuando termine una grabación larga",
    hint: "Un aviso de su sistema mientras tiro está en segundo plano, solo en este navegador.",
    refused: "Este navegador rechaza los avisos de tiro. Permítalos en sus ajustes para este sitio.",
    done: "Grabación transcrita",
    failed: "Grabación no transcrita",
    body: (length) => `${length} de sonido`,
  },
});
