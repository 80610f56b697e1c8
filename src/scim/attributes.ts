/** The attributes of RFC 7643's resources on this server: the one table that schemas, filters, patches and bodies follow. */

export interface Attribute {
  name: string;
  type: "string" | "boolean" | "complex" | "reference" | "dateTime";
  multiValued: boolean;
  description: string;
  required: boolean;
  caseExact: boolean;
  mutability: "readWrite" | "readOnly" | "immutable";
  returned: "default" | "always";
  uniqueness: "none" | "server";
  canonicalValues?: readonly string[];
  referenceTypes?: readonly string[];
  subAttributes?: readonly Attribute[];
}

export type ResourceType = "User" | "Group";

function attribute(name: string, description: string, more: Partial<Attribute> = {}): Attribute {
  return {
    name,
    type: "string",
    multiValued: false,
    description,
    required: false,
    caseExact: false,
    mutability: "readWrite",
    returned: "default",
    uniqueness: "none",
    ...more,
  };
}

const readOnly = { mutability: "readOnly" } as const;

export const ATTRIBUTES: Readonly<Record<ResourceType, readonly Attribute[]>> = {
  User: [
    attribute("userName", "The name by which the directory knows the person.", {
      required: true,
      uniqueness: "server",
    }),
    attribute("name", "The parts of the person's name.", {
      type: "complex",
      subAttributes: [
        attribute("formatted", "The whole name."),
        attribute("familyName", "The family name."),
        attribute("givenName", "The given name."),
      ],
    }),
    attribute("displayName", "The name that this server shows."),
    attribute("emails", "One address is kept: the primary one, or the first of type work.", {
      type: "complex",
      multiValued: true,
      subAttributes: [
        attribute("value", "The address."),
        attribute("type", "Its purpose.", { canonicalValues: ["work"] }),
        attribute("primary", "Whether it is the one to use.", { type: "boolean" }),
      ],
    }),
    attribute("active", "Whether the person may use this server.", { type: "boolean" }),
    attribute("groups", "The groups to which the person belongs.", {
      ...readOnly,
      type: "complex",
      multiValued: true,
      subAttributes: [
        attribute("value", "The id of the group.", { ...readOnly, caseExact: true }),
        attribute("$ref", "The address of the group.", {
          ...readOnly,
          type: "reference",
          caseExact: true,
          referenceTypes: ["Group"],
        }),
        attribute("display", "The name of the group.", readOnly),
      ],
    }),
  ],
  Group: [
    attribute("displayName", "The name of the group.", { required: true, uniqueness: "server" }),
    attribute("members", "The people in the group; groups in groups are not kept.", {
      type: "complex",
      multiValued: true,
      subAttributes: [
        attribute("value", "The id of the person.", { mutability: "immutable", caseExact: true }),
        attribute("$ref", "The address of the person.", {
          mutability: "immutable",
          type: "reference",
          caseExact: true,
          referenceTypes: ["User"],
        }),
        attribute("display", "The name of the person.", { mutability: "immutable" }),
        attribute("type", "What it is.", { mutability: "immutable", canonicalValues: ["User"] }),
      ],
    }),
  ],
};

/** Of every resource (RFC 7643 §3.1); no schema lists them. */
const COMMON_ATTRIBUTES: readonly Attribute[] = [
  attribute("id", "", { ...readOnly, caseExact: true, returned: "always" }),
  attribute("externalId", "", { caseExact: true }),
  attribute("meta", "", {
    ...readOnly,
    type: "complex",
    subAttributes: [
      attribute("resourceType", "", { ...readOnly, caseExact: true }),
      attribute("created", "", { ...readOnly, type: "dateTime" }),
      attribute("lastModified", "", { ...readOnly, type: "dateTime" }),
      attribute("location", "", { ...readOnly, type: "reference", caseExact: true }),
      attribute("version", "", { ...readOnly, caseExact: true }),
    ],
  }),
];

export function attributesOf(type: ResourceType): readonly Attribute[] {
  return [...COMMON_ATTRIBUTES, ...ATTRIBUTES[type]];
}

export function schemaUri(type: ResourceType): string {
  return `urn:ietf:params:scim:schemas:core:2.0:${type}`;
}

/** Upper and lower case do not count (RFC 7643 §2.1). Undefined if nothing of that name is kept. */
export function attributeNamed(
  attributes: readonly Attribute[] | undefined,
  name: string,
): Attribute | undefined {
  const lower = name.toLowerCase();
  return attributes?.find((each) => each.name.toLowerCase() === lower);
}

/** A name without its schema's URN; null if it is of another schema. */
export function withoutSchema(type: ResourceType, name: string): string | null {
  if (!/^urn:/i.test(name)) return name;
  const prefix = `${schemaUri(type)}:`;
  return name.toLowerCase().startsWith(prefix.toLowerCase()) ? name.slice(prefix.length) : null;
}
